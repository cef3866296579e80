"""Where things stand in sound JSON: the decoder of the standard library says where each value ends."""

from __future__ import annotations

import re
from collections.abc import Iterator
from json import JSONDecoder

from referee.transcript.positions import Positions, Spot
from referee.transcript.strings import decoded

_BLANKS = " \t\r\n"
#: What stands before the next key or value; no match where a bracket closes.
_BEFORE = re.compile(r"[ \t\r\n,:]*+(?![\]}])").match
_read = JSONDecoder(parse_int=str, parse_float=str, strict=False).raw_decode


class JsonPositions(Positions):
    """The places of a JSON document without a fault, other than that keys may be given twice."""

    form = "json"

    def __init__(self, data: bytes) -> None:
        # One character for each byte, so that the decoder counts bytes.
        self.text = data.decode("latin-1")
        start = len(data) - len(self.text.lstrip(_BLANKS))
        super().__init__(data, Spot((start, len(self.text.rstrip(_BLANKS)))))

    def entries(self, spot: Spot) -> dict[str, Spot] | list[Spot] | None:
        if spot.entries is None:
            start = spot.span[0]
            if self.text[start] == "{":
                self._open_table(spot)
            elif self.text[start] == "[":
                spot.entries = self._list(start)[0]
        return spot.entries

    def _open_table(self, spot: Spot) -> None:
        """Find the fields of a table."""
        spot.table()
        parts = self._parts(spot.span[0])
        for key in parts:
            value = next(parts)
            value.key = key.span
            spot.put(decoded(self.data[slice(*key.span)].decode("utf-8"), "json"), value)

    def _parts(self, start: int) -> Iterator[Spot]:
        """Keys and values in turn. A list is opened at once, so that the moves are read only once."""
        text, at = self.text, start + 1
        while (before := _BEFORE(text, at)) is not None:
            start, entries = before.end(), None
            if text[start] == "[":
                entries, at = self._list(start)
            else:
                _, at = _read(text, start)
            spot = Spot((start, at))
            spot.entries = entries
            yield spot

    def _list(self, start: int) -> tuple[list[Spot], int]:
        """The entries of the list that begins there, and where it ends."""
        text, at = self.text, start + 1
        entries: list[Spot] = []
        while (before := _BEFORE(text, at)) is not None:
            start = before.end()
            _, at = _read(text, start)
            entries.append(Spot((start, at)))
        return entries, text.index("]", at) + 1
