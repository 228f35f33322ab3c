"""An activity that no site has: each fighter hides a number until time is up. `settings` is a site that has it."""
