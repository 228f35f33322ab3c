"""What goes out to other machines: where it may go, how it is signed, and one request at a time."""
