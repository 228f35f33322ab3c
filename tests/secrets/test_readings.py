import base64
import gzip
import html
import json
import zlib
from urllib.parse import quote

import pytest

from tests.secrets.readings import readings, squeezed

NAME = "Sun-Eater’s Élan"
PACKED = [gzip.compress(NAME.encode(), mtime=time * 999_983) for time in range(200)]
WAYS = {
    "as it is": NAME.encode(),
    "in capitals": NAME.upper().encode(),
    "escaped for a page": html.escape(NAME).encode("ascii", "xmlcharrefreplace"),
    "in numbers of signs": "".join(f"&#{ord(sign)};" for sign in NAME).encode(),
    "escaped for JSON": json.dumps(NAME).encode(),
    "escaped twice": quote(html.escape(json.dumps(NAME))).encode(),
    "in an address": quote(NAME, safe="").encode(),
    "in base64": base64.b64encode(NAME.encode()),
    "in base64 behind something": b'id="x' + base64.urlsafe_b64encode(NAME.encode()).rstrip(b"=") + b'"',
    "in base64 twice": base64.b64encode(base64.b64encode(NAME.encode())),
    "in hex": NAME.encode().hex().encode(),
    "in hex behind something": b"f" + NAME.encode().hex().encode(),
    "in codes of signs": ",".join(str(byte) for byte in NAME.encode()).encode(),
    "packed": gzip.compress(f"<p>{NAME}</p>".encode()),
    "packed otherwise": zlib.compress(NAME.encode()),
    "packed in base64": base64.b64encode(PACKED[0]),
    "packed in base64 with a plus": next(code for code in map(base64.b64encode, PACKED) if b"+" in code),
    "torn by tags": "<b>Sun</b>-<i>Eater</i>’s <span class='x'>É</span>lan".encode(),
    "with gaps": " ".join(NAME).encode(),
}


@pytest.mark.parametrize("data", WAYS.values(), ids=WAYS.keys())
def test_a_name_is_read_however_it_is_written(data):
    assert squeezed(NAME) in readings(b"<p>something else</p> " + data if data[:1] != b"\x78" else data)


def test_a_name_that_is_not_there_is_not_read():
    page = b"<p>The sun is out.</p>" + base64.b64encode(bytes(range(256)))
    assert squeezed(NAME) not in readings(page)
