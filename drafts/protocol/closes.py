"""The codes with which the server closes a socket, and what each means to a client."""

CLOSED_UNFIT = 1002
CLOSED_NOT_TEXT = 1003
CLOSED_TOO_LONG = 1009
CLOSED_AFTER_A_FAULT = 1011
CLOSED_RIGHT_ENDED = 4001
CLOSED_FORBIDDEN = 4003
CLOSED_FLOOD = 4008
CLOSED_TOO_MANY_OF_SEAT = 4009
CLOSED_NO_SUCH_EVENT = CLOSED_NO_SUCH_TABLE = 4404
CLOSED_TOO_MANY_TRIES = 4429
CLOSED_TRY_AGAIN = 4503

MEANINGS = {
    CLOSED_UNFIT: "A frame that RFC 6455 does not allow.",
    CLOSED_NOT_TEXT: "A frame that is not JSON text.",
    CLOSED_TOO_LONG: "A frame over 16 KiB.",
    CLOSED_AFTER_A_FAULT: "A fault of the server's: come back.",
    CLOSED_RIGHT_ENDED: (
        "The right with which the socket was opened has ended: a new link, a removal, a sign-out, a revoked judge's "
        "link. `ended` says which, just before."
    ),
    CLOSED_FORBIDDEN: "Not the organizer, no judge, or a fighter whose seat this browser does not hold.",
    CLOSED_FLOOD: "More than can be heard: come back after five seconds.",
    CLOSED_TOO_MANY_OF_SEAT: (
        "Too many connections of this seat: the ninth closes the oldest. Final: connect again only when a person asks "
        "for it."
    ),
    CLOSED_NO_SUCH_EVENT: "No such event or table; after `ended` with `deleted`: the event is gone.",
    CLOSED_TOO_MANY_TRIES: (
        "Too many wrong codes from this browser or address, or too many lines from this address: come back later."
    ),
    CLOSED_TRY_AGAIN: "A fault of the server's, or all seats were drawn again: come back.",
}
