"""Makes the tables of NacreText and the test data that are taken from Unicode's data files.

    generate.py FOLDER

FOLDER holds UnicodeData.txt and the other files of the Unicode Character Database, for example
/usr/share/unicode of Debian's package unicode-data.
"""

import collections
import pathlib
import sys

import test_data
from characters import CLASSES, Characters
from packing import Stream, swift_file
from unicode_data import UnicodeData

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
SOURCES = ROOT / "Sources" / "NacreText" / "Tables"
RESOURCES = ROOT / "Tests" / "NacreTextTests" / "Resources"
COMMAND = "Tools/text-tables/generate.py /usr/share/unicode"

# How a record writes the folded text of a character: itself, itself plus a number, the text of
# the other mode, or its length in bytes plus this and then its bytes.
SAME, OFFSET, AS_FOLDED, TEXT = 0, 1, 2, 3


def short_mapping(code, text):
    """Returns a mapping in the form that most characters share: an offset if there is one."""
    if text == (code,):
        return "same"
    return text[0] - code if len(text) == 1 else text


def shared_records(records):
    """Returns the records with offsets where these let characters share a record."""
    short = [
        record[:3] + tuple(short_mapping(code, text) for text in record[3:])
        for code, record in enumerate(records)]
    counts = collections.Counter(short)
    return [
        short[code] if counts[short[code]] > 2 else record[:3] + tuple(
            "same" if text == (code,) else text for text in record[3:])
        for code, record in enumerate(records)]


def write_mapping(stream, mapping, folded):
    if mapping == folded:
        stream.number(AS_FOLDED)
    elif mapping == "same":
        stream.number(SAME)
    elif isinstance(mapping, int):
        stream.number(OFFSET)
        stream.signed(mapping)
    else:
        text = "".join(map(chr, mapping)).encode()
        stream.number(TEXT + len(text))
        stream.bytes(text)


def packed_records(order):
    stream = Stream()
    stream.number(len(order))
    for kind, flags, combining, folded, exact in order:
        stream.number(kind << 3 | flags)
        stream.number(combining)
        write_mapping(stream, folded, None)
        write_mapping(stream, exact, folded)
    return stream


def packed_runs(records, order):
    """Returns the numbers of the records of all characters, as runs of equal ones."""
    numbers = {record: number for number, record in enumerate(order)}
    stream = Stream()
    start = 0
    for code in range(1, len(records) + 1):
        if code == len(records) or records[code] != records[start]:
            stream.number(numbers[records[start]])
            stream.number(code - start)
            start = code
    return stream


def packed_compositions(compositions):
    stream = Stream()
    stream.number(len(compositions))
    last = 0
    for (first, second), code in sorted(compositions.items(), key=lambda item: item[1]):
        stream.number(code - last)
        stream.signed(code - first)
        stream.number(second)
        last = code
    return stream


def main():
    data = UnicodeData(sys.argv[1])
    characters = Characters(data)
    records = shared_records([characters.record(code) for code in range(data.MAX)])
    starts = [code for code in range(data.MAX) if code == 0 or records[code] != records[code - 1]]
    counts = collections.Counter(records[code] for code in starts)
    # The most frequent ones have the shortest numbers.
    order = [record for record, _ in counts.most_common()]
    tables = {
        "records": packed_records(order),
        "runs": packed_runs(records, order),
        "compositions": packed_compositions(characters.compositions),
    }
    SOURCES.mkdir(exist_ok=True)
    for name, stream in tables.items():
        suffix = "" if name == "records" else "+" + name.capitalize()
        text = swift_file(name, stream, data.version, COMMAND)
        (SOURCES / f"UnicodeTables{suffix}.swift").write_text(text)
        print(f"{name}: {len(stream.data)} bytes")
    print(f"{len(order)} records, {len(starts)} runs, {len(CLASSES)} classes")
    RESOURCES.mkdir(exist_ok=True)
    test_data.write(data, RESOURCES)


main()
