"""The roles of people in an event, and their rights: its organizer, one of its fighters, a judge, or a spectator.

An organizer has an account. A fighter has none: their session holds the token of their seat, under the event's code. A
new token (another phone, a removal) invalidates every session that holds an older one.
A judge has no account either: their session holds the token of their link, which is valid until the organizer revokes
it.
"""
