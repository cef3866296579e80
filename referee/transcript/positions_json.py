"""Where things stand in sound JSON: the decoder of the standard library says where each value ends."""

from __future__ import annotations

import re
from json import JSONDecoder

from referee.transcript.positions import Positions, Spot
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
        """Find the fields of a table, and at once the entries of its lists: so the list of moves is read once."""
        spot.table()
        at, end = spot.span[0] + 1, spot.span[1] - 1
        while (start := self._next(at)) < end:
            _, at = _read(self.text, start)
            key = (start, at)
            start, entries = self._next(at), None
            if self.text[start] == "[":
                entries, at = self._list(start)
            else:
                _, at = _read(self.text, start)
            value = Spot((start, at), key)
            value.entries = entries
            spot.put(decoded(self.data[slice(*key)].decode("utf-8"), "json"), value)

    def _list(self, start: int) -> tuple[list[Spot], int]:
        """The entries of the list that begins there, and where it ends."""
        text, entries = self.text, []
        at = self._next(start + 1)
        while text[at] != "]":
            _, end = _read(text, at)
            entries.append(Spot((at, end)))
            at = self._next(end)
        return entries, at + 1

    def _next(self, at: int) -> int:
        """Where the next value or closing bracket stands."""
        apart = _APART.match(self.text, at)
        assert apart is not None
        return apart.end()
