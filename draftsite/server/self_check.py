"""Every name of Daphne, Twisted and Autobahn that the server's limits rely on, and a refusal to start without one.

The limits of `websockets.py` and `connections.py` are in subclasses of classes that are not public interfaces. If a
release renamed a method, its override would not be called, and a limit would silently disappear.
"""

import dis
import inspect
import sys
from collections.abc import Callable, Iterator
from importlib import metadata
from pkgutil import resolve_name
from types import CodeType
from typing import Any, NamedTuple


class Name(NamedTuple):
    """A name that the server relies on: its relation to its owner, and the loss without it."""

    owner: str  # "package.module:Class.method"
    verb: str  # a key of CHECKS
    name: str
    loss: str

    @property
    def complaint(self) -> str:
        """A sentence about the missing name, the version, and the loss."""
        package = self.owner.partition(".")[0]
        return f"{self.owner} {self.verb} no {self.name} in {package} {metadata.version(package)}: {self.loss}."


def _names(owner: str, verb: str, loss: str, *names: str) -> list[Name]:
    return [Name(owner, verb, name, loss) for name in names]


SOCKET = "daphne.ws_protocol:WebSocketProtocol"
SOCKETS = "daphne.ws_protocol:WebSocketFactory"
AUTOBAHN = "autobahn.websocket.protocol:WebSocketProtocol"
REQUEST = "daphne.http_protocol:WebRequest"
CHANNEL = "twisted.web.http:HTTPChannel"
HEADERS = "twisted.web.http_headers:Headers"
SERVER = "daphne.server:Server"
CONNECTION = "twisted.internet.tcp:Server"
OUTPUT = "twisted.internet.abstract:FileDescriptor"
WRAPPER = "twisted.protocols.policies:ProtocolWrapper"
WRAPPERS = "twisted.protocols.policies:WrappingFactory"
REACTOR = "twisted.internet.asyncioreactor:AsyncioSelectorReactor"

DEAF = "no socket of a table is served"
OURS = "sockets are served without any limit"
FLOOD = "floods of frames are taken in"
WAITING = "messages that wait to be heard fill the memory"
LARGE = "messages over 16 KiB are taken in, or reset the connection instead of closing it with 1009"
UNREAD = "a client that never reads fills the memory"
BETWEEN = "a frame may be read in the middle of another"
SILENT = "silent clients are asked too often, or never, whether they are there"
ORDER = "frames may overtake each other, or be lost"
CODES = "sockets are not closed with the codes that the protocol promises"
BODY = "request bodies without end are taken in"
UPLOADS = "uploads that have ended count as going on, until no more are let in"
FORMS = "forms are read on the thread that all tables share"
SLOW = "requests that drip in hold connections open"
CROWD = "one address can take all connections"
FORGED = "clients choose their own address, or where the site begins"
ERRORS = "errors are answered without security headers"
END = "the server does not end in time"
DEBUG_TEXTS = "texts for a log that is off cost a fifth of the time of a frame"

NAMES: tuple[Name, ...] = (
    # Which classes are used
    *_names("daphne.http_protocol", "has", BODY, "WebRequest", "HTTPFactory"),
    *_names("daphne.http_protocol:HTTPFactory.buildProtocol", "reads", BODY, "WebRequest"),
    *_names("daphne.server", "has", CROWD, "HTTPFactory"),
    *_names(f"{SERVER}.run", "reads", CROWD, "HTTPFactory"),
    *_names("daphne.ws_protocol", "has", OURS, "WebSocketFactory", "WebSocketProtocol"),
    *_names(SOCKETS, "has", OURS, "protocol"),
    *_names("twisted.internet.protocol:Factory.buildProtocol", "reads", OURS, "protocol"),
    *_names("daphne.cli", "has", DEAF, "CommandLineInterface"),
    *_names("daphne.cli:CommandLineInterface.run", "reads", DEAF, "server_class"),
    *_names("daphne.server", "has", DEAF, "Server"),
    *_names(SERVER, "has", DEAF, "create_application", "application_checker", "timeout_checker"),
    *_names(f"{SOCKET}.onConnect", "reads", DEAF, "create_application"),
    *_names(f"{SERVER}.run", "reads", DEAF, "application_checker", "timeout_checker"),
    *_names("twisted.protocols.policies", "has", CROWD, "ProtocolWrapper", "WrappingFactory"),
    *_names("twisted.internet.protocol", "has", CROWD, "Protocol", "connectionDone"),
    *_names("twisted.python.failure", "has", CROWD, "Failure"),
    # Frames that come in
    *_names(SOCKET, "has", FLOOD, "onFrameBegin"),
    *_names(f"{AUTOBAHN}.processData", "reads", FLOOD, "onFrameBegin"),
    *_names(SOCKET, "has", FLOOD, "dataReceived"),
    *_names("twisted.internet.tcp:Connection._dataReceived", "reads", FLOOD, "dataReceived"),
    *_names(AUTOBAHN, "sets", BETWEEN, "data", "inside_message", "current_frame", "autoPingTimeoutCall"),
    *_names(SOCKET, "has", WAITING, "onMessage"),
    *_names("autobahn.twisted.websocket:WebSocketAdapterProtocol._onMessage", "reads", WAITING, "onMessage"),
    *_names(SOCKET, "sets", WAITING, "application_queue"),
    *_names(f"{AUTOBAHN}.onMessageFrameBegin", "reads", LARGE, "maxFramePayloadSize", "maxMessagePayloadSize"),
    *_names(f"{AUTOBAHN}._max_message_size_exceeded", "reads", LARGE, "_fail_connection"),
    *_names(f"{AUTOBAHN}._protocol_violation", "reads", CODES, "_fail_connection"),
    *_names(f"{AUTOBAHN}._invalid_payload", "reads", CODES, "_fail_connection"),
    *_names(SOCKET, "has", LARGE, "_fail_connection"),
    # Frames that go out
    *_names(SOCKET, "has", UNREAD, "serverSend", "check_timeouts", "dropConnection", "makeConnection"),
    *_names(f"{SOCKET}.handle_reply", "reads", UNREAD, "serverSend"),
    *_names(f"{SOCKET}.dropConnection", "takes", UNREAD, "abort"),
    *_names(f"{SERVER}.timeout_checker", "reads", UNREAD, "check_timeouts"),
    *_names(SOCKET, "sets", SILENT, "last_ping", "server"),
    *_names(SERVER, "sets", SILENT, "ping_interval"),
    *_names(AUTOBAHN, "sets", SILENT, "autoPingPending", "autoPingPendingSent"),
    *_names(AUTOBAHN, "sets", UNREAD, "send_queue", "state"),
    *_names(AUTOBAHN, "has", UNREAD, "STATE_OPEN", "STATE_CLOSED"),
    *_names(CONNECTION, "has", UNREAD, "bufferSize", "registerProducer", "unregisterProducer", "write"),
    *_names(CONNECTION, "has", UNREAD, "abortConnection", "getHandle"),
    *_names("twisted.internet", "has", ORDER, "tcp"),
    *_names("twisted.internet.tcp", "has", ORDER, "Connection"),
    *_names(CONNECTION, "has", ORDER, "writeSomeData", "TLS", "connected", "disconnecting"),
    *_names(CONNECTION, "has", ORDER, "dataBuffer"),
    *_names(OUTPUT, "sets", ORDER, "_tempDataBuffer"),
    *_names(f"{OUTPUT}.write", "reads", ORDER, "_tempDataBuffer"),
    *_names(f"{OUTPUT}.doWrite", "reads", ORDER, "dataBuffer", "_tempDataBuffer", "writeSomeData"),
    *_names(SOCKET, "has", ORDER, "sendData"),
    *_names(f"{AUTOBAHN}.sendFrame", "reads", ORDER, "sendData"),
    *_names(f"{AUTOBAHN}.sendData", "takes", ORDER, "data", "sync", "chopsize"),
    *_names("twisted.internet.tcp:Connection.doRead", "reads", FLOOD, "bufferSize"),
    *_names(f"{OUTPUT}._isSendBufferFull", "reads", UNREAD, "bufferSize"),
    *_names(f"{OUTPUT}._maybePauseProducer", "reads", UNREAD, "pauseProducing"),
    *_names(f"{OUTPUT}.doWrite", "reads", UNREAD, "resumeProducing"),
    *_names(f"{OUTPUT}.connectionLost", "reads", UNREAD, "stopProducing"),
    # How sockets are closed
    *_names(SOCKET, "has", CODES, "serverClose", "sendCloseFrame"),
    *_names(f"{SOCKET}.handle_reply", "reads", CODES, "serverClose"),
    *_names(f"{SOCKET}.sendCloseFrame", "takes", CODES, "code", "reasonUtf8", "isReply"),
    *_names(CONNECTION, "has", CODES, "loseWriteConnection"),
    # Requests
    *_names(REQUEST, "has", BODY, "gotLength", "handleContentChunk", "requestReceived", "process"),
    *_names(REQUEST, "has", UPLOADS, "finish", "connectionLost"),
    *_names(f"{CHANNEL}._maybeChooseTransferDecoder", "reads", BODY, "handleContentChunk"),
    *_names(f"{CHANNEL}.allHeadersReceived", "reads", BODY, "gotLength"),
    *_names(f"{CHANNEL}.allContentReceived", "reads", BODY, "requestReceived"),
    *_names(CHANNEL, "has", BODY, "loseConnection"),
    *_names("twisted.web.http:Request.requestReceived", "reads", BODY, "process"),
    *_names("twisted.web.http:Request.__init__", "takes", FORMS, "parsePOSTFormSubmission"),
    *_names("twisted.web.http:Request", "sets", FORGED, "channel", "requestHeaders"),
    *_names("twisted.internet.protocol:BaseProtocol", "sets", SLOW, "transport"),
    *_names(REQUEST, "sets", FORGED, "server"),
    *_names(SERVER, "sets", FORGED, "proxy_forwarded_address_header"),
    *_names(HEADERS, "has", FORGED, "getRawHeaders", "setRawHeaders", "removeHeader"),
    *_names(REQUEST, "has", ERRORS, "basic_error", "handle_reply"),
    # Connections
    *_names(WRAPPER, "has", SLOW, "dataReceived", "connectionLost", "getPeer"),
    *_names(WRAPPER, "sets", SLOW, "factory"),
    *_names(f"{REQUEST}.process", "reads", SLOW, "wrappedProtocol", "makeConnection"),
    *_names(WRAPPERS, "has", CROWD, "buildProtocol", "registerProtocol", "unregisterProtocol"),
    *_names(f"{WRAPPERS}.buildProtocol", "reads", CROWD, "protocol"),
    *_names(f"{WRAPPER}.makeConnection", "reads", CROWD, "registerProtocol"),
    *_names(f"{WRAPPER}.connectionLost", "reads", CROWD, "unregisterProtocol"),
    *_names(REACTOR, "has", SLOW, "callLater"),
    *_names("twisted.internet.base:DelayedCall", "has", SLOW, "active", "cancel"),
    # The end, and what is only slow
    *_names(REACTOR, "has", END, "callWhenRunning", "addSystemEventTrigger"),
    *_names("autobahn.twisted.websocket", "has", DEBUG_TEXTS, "hltype", "hlval"),
    *_names("autobahn.websocket.protocol", "has", DEBUG_TEXTS, "hltype", "hlval", "pformat"),
)


def refuse_to_start_without_a_name() -> None:
    """Exit with the reasons if a name of `NAMES` is missing."""
    reasons = [name.complaint for name in missing_names()]
    if reasons:
        sys.exit(
            "\n".join(["Pass Left does not start, since its limits would not hold (docs/dependencies.md):", *reasons])
        )


def missing_names() -> Iterator[Name]:
    """Yield each name that is not what the server relies on."""
    for name in NAMES:
        try:
            owner = resolve_name(name.owner)
        except (ImportError, AttributeError):
            yield name
        else:
            if not CHECKS[name.verb](owner, name.name):
                yield name


def _sets(owner: type, name: str) -> bool:
    """Whether a method of the class, or of a class that it inherits from, assigns this attribute."""
    methods = [value for base in owner.__mro__ for value in vars(base).values() if inspect.isfunction(value)]
    return any(_assigns(method.__code__, name) for method in methods if name in method.__code__.co_names)


def _assigns(code: CodeType, name: str) -> bool:
    return any(step.opname == "STORE_ATTR" and step.argval == name for step in dis.get_instructions(code))


def _reads(owner: Callable[..., Any], name: str) -> bool:
    return name in inspect.unwrap(owner).__code__.co_names


def _takes(owner: Callable[..., Any], name: str) -> bool:
    return name in inspect.signature(owner).parameters


CHECKS: dict[str, Callable[[Any, str], bool]] = {"has": hasattr, "sets": _sets, "reads": _reads, "takes": _takes}
