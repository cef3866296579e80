"""Bytes that are no transcript: each fault has its rule, its place and words; nothing ever raises."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from referee.transcript.document import Document, read

DEEP = 100_000


def only(document: Document) -> tuple[str, tuple[int, ...]]:
    assert document.tree is None
    (flaw,) = document.flaws
    assert flaw.fault.message.strip()
    return flaw.rule, tuple(flaw.place or ())


@pytest.mark.parametrize(
    ("data", "rule", "place", "words"),
    [
        (b"", "syntax", (1, 1, 1, 1), "empty"),
        (b"{", "syntax", (1, 2, 1, 2), "object that begins in line 1, column 1"),
        (b'{"a": [1,\n [2', "syntax", (2, 4, 2, 4), "list that begins in line 2, column 2"),
        (b'{"a": "x', "syntax", (1, 9, 1, 9), "text that begins in line 1, column 7"),
        ('{"é": 1, x: 2}'.encode(), "syntax", (1, 10, 1, 11), "double quotes"),
        (b'{"a": 1 "b": 2}', "syntax", (1, 9, 1, 10), "comma"),
        (b'{"a": [1 2]}', "syntax", (1, 10, 1, 11), "comma"),
        (b'{"a" 1}', "syntax", (1, 6, 1, 7), "colon"),
        (b'{"a": 1,}', "syntax", (1, 9, 1, 10), "comma after the last"),
        (b'{"a": 1}\nx', "syntax", (2, 1, 2, 2), "over"),
        (b'{"a": 1}{"b": 2}', "syntax", (1, 9, 1, 10), "over"),
        (b'{"a": NaN}', "syntax", (1, 7, 1, 10), "NaN"),
        (b'{"a": Infinity}', "syntax", (1, 7, 1, 15), "Infinity"),
        (b'{"a": -Infinity}', "syntax", (1, 8, 1, 16), "Infinity"),
        (b'{"a": True}', "syntax", (1, 7, 1, 11), "small letters"),
        (b'{"a": None}', "syntax", (1, 7, 1, 11), "value"),
        (b"{'a': 1}", "syntax", (1, 2, 1, 5), "double quotes"),
        (b'{"a": \'x\'}', "syntax", (1, 7, 1, 10), "double quotes"),
        (b'{"a": 01}', "syntax", (1, 8, 1, 9), "number"),
        (b'{"a": .5}', "syntax", (1, 7, 1, 9), "number"),
        (b"// hello\n{}", "syntax", (1, 1, 1, 3), "comments"),
        (b'{"a": "x\ny"}', "syntax", (1, 9, 2, 1), "end of its line"),
        (b'{"a": "\\q"}', "syntax", (1, 8, 1, 10), "backslash"),
        (b'{"a": "\\ud800"}', "syntax", (1, 8, 1, 14), "half a character"),
        (b'{"a": "\\udc00x"}', "syntax", (1, 8, 1, 14), "half a character"),
        (b'\xef\xbb\xbf{"a": tru}', "syntax", (1, 7, 1, 10), "true and false"),
        (b'{"a": 1,\n "a": 2}', "duplicate-key", (2, 2, 2, 5), "twice"),
        ('{"x": [{"é": 1, "\\u00e9": 2}]}'.encode(), "duplicate-key", (1, 17, 1, 25), "é"),
        (b'{"a": 1, "a": 2, "\\UFFFFFFFF": 3, "\\ud800": 4}', "duplicate-key", (1, 10, 1, 13), "twice"),
        (b'{"b": [{"c": 1}, {"c": {"d": 1, "d": {"e": 1}}}], "b": 2}', "duplicate-key", (1, 33, 1, 36), "d"),
        (b'{"a": {"c": 1}, "b": [{}], "a": {"c": 1, "d": [1, 2]}, "b": 1}', "duplicate-key", (1, 28, 1, 31), "a"),
        (b'{"a": "\xff"}', "encoding", (1, 8, 1, 9), "offset 7"),
        ('{"é": "'.encode() + b'\xed\xa0\x80"}', "encoding", (1, 8, 1, 9), "offset 8"),
        (b'\xef\xbb\xbf{"a":\n "\xff"}', "encoding", (2, 3, 2, 4), "offset 11"),
        (b'\xff\xfe{\x00', "encoding", (1, 1, 1, 2), "UTF-16"),
        (b'{"a": ' + b"1" * 5000 + b"}", "limit", (1, 7, 1, 5007), "5000 digits"),
        (b'{"a": -' + b"1" * 5000 + b', "b": "x"}', "limit", (1, 7, 1, 5008), "digits"),
        (b'{"a": ' + b"[" * DEEP + b"]" * DEEP + b"}", "limit", (1, 70, 1, 71), "deep"),
        (b'{"a": "' + b"[" * 99 + b'", "b": ' + b"[" * DEEP, "limit", (1, 178, 1, 179), "deep"),
    ],
)  # fmt: skip
def test_json(data: bytes, rule: str, place: tuple[int, ...], words: str) -> None:
    document = read(data, "game.json")
    assert only(document) == (f"transcript.{rule}", place)
    assert words in document.flaws[0].fault.message


@pytest.mark.parametrize(
    ("data", "rule", "place", "words"),
    [
        (b"a = 1\nb", "syntax", (2, 2, 2, 2), "="),
        (b"a =\n", "syntax", (1, 4, 2, 1), "value"),
        ("é = 1".encode(), "syntax", (1, 1, 1, 2), "neither"),
        (b"a = 1 b = 2", "syntax", (1, 7, 1, 8), "line"),
        (b"a = [1 2]", "syntax", (1, 8, 1, 9), "comma"),
        (b'm = [\n  "a"\n  "b",\n]', "syntax", (3, 3, 3, 4), "comma"),
        (b"a = [1,", "syntax", (1, 8, 1, 8), "value"),
        (b"a = [1", "syntax", (1, 7, 1, 7), "list that is not closed"),
        (b'a = "x\nb = 1', "syntax", (1, 7, 2, 1), "line in which it begins"),
        (b'a = """x\n', "syntax", (2, 1, 2, 1), "line 1, column 5"),
        (b"a = tru", "syntax", (1, 5, 1, 8), "double quotes"),
        (b"[a", "syntax", (1, 3, 1, 3), "]"),
        (b'a = "\\q"', "syntax", (1, 6, 1, 8), "backslash"),
        (b'a = "\\ud800"', "syntax", (1, 6, 1, 12), "whole character"),
        (b"a = { b = 1\n}", "syntax", (1, 12, 2, 1), "same line"),
        (b"a = 1\r\nb = 2\rc = 3", "syntax", (2, 6, 2, 7), "line"),
        (b"\xef\xbb\xbfa = tru", "syntax", (1, 5, 1, 8), "value"),
        (b"a = 1\na = 2", "duplicate-key", (2, 1, 2, 2), "a is given twice"),
        (b"[t]\nx = 1\n[u]\n[t]\n", "duplicate-key", (4, 2, 4, 3), "t is given twice"),
        (b'a = { x = 1, "x" = 2 }', "duplicate-key", (1, 14, 1, 17), "x is given twice"),
        (b'[[moves]]\nmove = "a"\n[[moves]]\nmove = "b"\nmove = "c"', "duplicate-key", (5, 1, 5, 5), "move"),
        (b'a = 1\na = 2\n"\\UFFFFFFFF" = 3\n[[', "duplicate-key", (2, 1, 2, 2), "twice"),
        (b"a = 1\na.b = 2", "duplicate-key", (2, 1, 2, 2), "twice"),
        (b"a = 1 # \xff", "encoding", (1, 9, 1, 10), "offset 8"),
        (b"a = " + b"1" * 5000, "limit", (1, 5, 1, 5005), "5000 digits"),
        (b"a = " + b"[" * DEEP + b"]" * DEEP, "limit", (1, 68, 1, 69), "deep"),
        (b"a = '[[['\nb = " + b"[" * DEEP, "limit", (2, 68, 2, 69), "deep"),
        (b".".join([b"a"] * DEEP) + b" = 1", "limit", (1, 1, 1, 2 * DEEP + 1), "deep"),
        (b"[" + b".".join([b"a"] * DEEP) + b"]", "limit", (1, 2, 1, 2 * DEEP + 1), "deep"),
    ],
)
def test_toml(data: bytes, rule: str, place: tuple[int, ...], words: str) -> None:
    document = read(data, "game.toml")
    assert only(document) == (f"transcript.{rule}", place)
    assert words in document.flaws[0].fault.message


def test_too_large() -> None:
    assert only(read(b"x" * (16 * 1024 * 1024 + 1), "game.json")) == ("transcript.limit", (1, 1, 1, 1))
    assert read(b'{"a": "' + b"x" * (16 * 1024 * 1024 - 9) + b'"}', "game.json").tree is not None


@pytest.mark.parametrize("data", [b"[]", b'"x"', b"1", b"null", b"true"])
def test_no_table(data: bytes) -> None:
    document = read(data, "game.json")
    assert document.tree is None
    assert [flaw.rule for flaw in document.flaws] == ["transcript.type"]


@pytest.mark.parametrize(
    ("source", "data", "form"),
    [
        ("a.json", b"a = 1", "json"),
        ("a.TOML", b"{}", "toml"),
        ("a.jsonl:17", b"{}", "json"),
        ("a.json.gz", b"a = 1", "json"),
        ("a.toml.zst", b"{}", "toml"),
        ("-", b" \n{}", "json"),
        ("-", b"\xef\xbb\xbf{}", "json"),
        ("-", b"a = 1", "toml"),
        ("-", b"", "toml"),
    ],
)
def test_form(source: str, data: bytes, form: str) -> None:
    assert read(data, source).form == form


def test_byte_order_mark() -> None:
    assert read(b'\xef\xbb\xbf{"a": 1}', "a.json").tree == {"a": 1}
    assert read(b"\xef\xbb\xbfa = 1", "a.toml").tree == {"a": 1}
    assert read(b"\xef\xbb\xbf\xef\xbb\xbfa = 1", "a.toml").flaws[0].rule == "transcript.syntax"


def test_dates_in_meta_are_their_text() -> None:
    document = read(b"[meta]\nday = 1979-05-27\nat = [{ t = 07:32:00, u = 1979-05-27T07:32:00Z }]", "a.toml")
    assert document.tree == {"meta": {"day": "1979-05-27", "at": [{"t": "07:32:00", "u": "1979-05-27T07:32:00+00:00"}]}}


def test_a_text_with_many_dots_is_no_deep_key() -> None:
    dots = ".".join("a" * 200)
    assert read(f'note = "{dots}" # {dots}\nx = """\n{dots}\n"""\n'.encode(), "a.toml").tree is not None


@given(st.binary(max_size=60), st.sampled_from(["json", "toml"]))
@example(b"\\", "json")
def test_any_bytes(data: bytes, form: str) -> None:
    document = read(data, "x", form)
    assert (document.tree is None) == bool(document.flaws)


pieces = st.sampled_from(
    ['"', "'", '"""', "'''", "\\", "\\u", "d800", "{", "}", "[", "]", "[[", "]]", ",", ":", "=", ".", "\n", "\r\n", " ", "a",
     '"a"', "1", "-", "e+", "inf", "nan", "NaN", "#", "true", "null", "\t", "\x00", "é", "😀", "\ufeff", "1979-05-27"]
)  # fmt: skip


@given(st.lists(pieces, max_size=25), st.sampled_from(["json", "toml"]))
def test_any_text_of_such_pieces(parts: list[str], form: str) -> None:
    document = read("".join(parts).encode(), "x", form)
    assert (document.tree is None) == bool(document.flaws)
    for flaw in document.flaws:
        if flaw.place is not None:
            lines = "".join(parts).removeprefix("\ufeff").split("\n")
            assert 1 <= flaw.place.line <= len(lines)
            assert 1 <= flaw.place.column <= len(lines[flaw.place.line - 1]) + 1


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
                    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)))  # fmt: skip
def test_any_json_value(value: Any) -> None:
    document = read(json.dumps(value).encode(), "x", "json")
    assert document.tree is None or document.tree == value
