"""Where things stand in sound JSON: the decoder of the standard library says where each value ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json import JSONDecoder

from referee.transcript.positions import Positions, Span, Spot
from referee.transcript.strings import decoded

_BLANKS = " \t\r\n"
_APART = re.compile(r"[ \t\r\n,:]*")
_read = JSONDecoder(parse_int=str, parse_float=str, strict=False).raw_decode


class JsonPositions(Positions):
    """The places of a JSON document without a fault, other than that keys may be given twice."""

    form = "json"

    def __init__(self, data: bytes) -> None:
        # One character for each byte, so that the decoder counts bytes.
        self.text = data.decode("latin-1")
        start = len(data) - len(self.text.lstrip(_BLANKS))
        super().__init__(data, self._spot((start, len(self.text.rstrip(_BLANKS)))))

    def open(self, spot: Spot, part: Span) -> None:
        spans = self._values(part)
        if self.text[part[0]] == "[":
            spot.entries = [self._spot(span) for span in spans]
            return
        spot.table()
        for key in spans:
            name = decoded(self.data[slice(*key)].decode("utf-8"), "json")
            spot.put(name, self._spot(next(spans), key))

    def _spot(self, span: Span, key: Span | None = None) -> Spot:
        return Spot(span, key, (span,) if self.text[span[0]] in "[{" else ())

    def _values(self, inside: Span) -> Iterator[Span]:
        """The entries of a list, or the keys and values of an object in turn."""
        text, end = self.text, inside[1] - 1
        apart = _APART.match
        at = inside[0] + 1
        while (found := apart(text, at)) is not None and (start := found.end()) < end:
            _, at = _read(text, start)
            yield start, at
