"""Who is who to an event, and what they may do there: its organizer, one of its fighters, a judge, or a spectator.

An organizer has an account. A fighter has none: their session holds the token of their seat, under the event's code. A
new token (another phone, a removal) turns every session away that holds an older one.
A judge has none either: their session holds the token of their link, until the organizer revokes it.
"""
