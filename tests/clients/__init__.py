"""The clients of all tests: HTTP devices, WebSocket clients, and programs that write bytes as no browser does.

`connection` is the one WebSocket client, in asyncio on the library `websockets`; the fault clients and the load of the
bench use it as it is. `sync` wraps it for tests without an event loop, and `ws_client` is a client on `sync` that
keeps the protocol to the letter. `views` is what a client makes of the messages. `raw` breaks the rules on purpose.
"""
