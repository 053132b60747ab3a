#!/usr/bin/env python3
"""An independent reader of Nacre stores (format 0), written from Formats.md alone.

    python3 reader.py STORE             print the store as JSON Lines ("The dump" of Formats.md)
    python3 reader.py --summary STORE   print one JSON object about the store
    python3 reader.py --check STORE...  print for each store "sound" or its first defect
    python3 reader.py --lz4 FILE...     print the content of each LZ4 block in hex, or its defect

It verifies all checksums and rules that a reader can verify. It prints the first defect to stderr
as file, offset, field, expected and found, and exits with status 1. A torn tail is only a note on
stderr.
"""
import base64
import datetime
import json
import os
import re
import struct
import sys
import unicodedata
from collections import namedtuple

FRAME_LIMIT, MANIFEST_LIMIT, SEGMENT_LIMIT = 1074790400, 16777216, 17179869184
VALUE_LIMIT = 1073741824
RECORDS, LAYOUT, OPEN, CLOSE, CONFIRM, ABORT, SEAL, REPLACES, COMPACTED, SCHEMA = range(1, 11)
PRELUDES = 128
PUT, TOMBSTONE, EXTERNAL = 1, 2, 3
WIDE, HAS_EXTERNAL = 16, 32
FIRST, LAST = 1, 2


class Damage(Exception):
    """A violated rule of the document."""

    def __init__(self, file, offset, field, expected, found):
        if re.search("CRC|chain$|salt", field) and isinstance(found, int):
            expected, found = "%#010x" % expected, "%#010x" % found
        super().__init__("%s: offset %d: %s: expected %s, found %s"
                         % (file, offset, field, expected, found))


class Newer(Damage):
    """Data that a newer version wrote."""


class Checked:
    """Data that can be damaged: a file, or a part of one that starts at `base`."""
    file, base = None, 0

    def fail(self, offset, field, expected, found):
        raise Damage(self.file, self.base + offset, field, expected, found)

    def expect(self, offset, field, expected, found):
        if expected != found:
            self.fail(offset, field, expected, found)

    def check(self, good, offset, field, expected, found):
        if not good:
            self.fail(offset, field, expected, found)


def note(text):
    print("note: " + text, file=sys.stderr)


def pad4(n):
    return (n + 3) & ~3


# Checksums -------------------------------------------------------------------------------------

def crc_tables():
    """Returns a table for one byte, and four for the 16-bit words of 8 bytes, last word first."""
    byte = []
    for i in range(256):
        for _ in range(8):
            i = i >> 1 ^ (0x82F63B78 if i & 1 else 0)
        byte.append(i)
    words = [[byte[(byte[i & 255] ^ i >> 8) & 255] ^ byte[i & 255] >> 8 for i in range(65536)]]
    for _ in range(3):
        words.append([words[0][v & 65535] ^ v >> 16 for v in words[-1]])
    return byte, words


CRC_BYTE, CRC_WORDS = crc_tables()
FOUR_WORDS = struct.Struct("<4H")


def crc32c(data, before=0):
    """Returns the CRC32C of data; `before` is the CRC of the preceding data."""
    c = before ^ 0xFFFFFFFF
    whole = len(data) & ~7
    t0, t1, t2, t3 = CRC_WORDS
    for w, x, y, z in FOUR_WORDS.iter_unpack(data[:whole]):
        c = t3[w ^ c & 65535] ^ t2[x ^ c >> 16] ^ t1[y] ^ t0[z]
    for v in data[whole:]:
        c = CRC_BYTE[(c ^ v) & 255] ^ c >> 8
    return c ^ 0xFFFFFFFF


def word_between(before, last, whole):
    """Returns the word between bytes with the CRC `before` and the word `last`. `whole` is the CRC
    of all."""
    def back(register):
        for _ in range(32):
            top = register >> 31
            register = ((register ^ (0x82F63B78 if top else 0)) << 1 | top) & 0xFFFFFFFF
        return register
    return back(back(whole ^ 0xFFFFFFFF) ^ last) ^ before ^ 0xFFFFFFFF


# JSON forms ------------------------------------------------------------------------------------

def text_json(text):
    return json.dumps(text, ensure_ascii=False)


def double_json(x):
    """Returns the form of a double. repr has the shortest digits, but another limit for plain
    notation."""
    if x != x or x in (float("inf"), float("-inf")):
        return '"NaN"' if x != x else '"Infinity"' if x > 0 else '"-Infinity"'
    text = repr(x)
    if "e" in text or abs(x) <= 2.0 ** 53:
        return text
    sign, digits = ("-" if x < 0 else ""), text.lstrip("-")[:-2]
    fraction = digits[1:].rstrip("0")
    return "%s%s%s%se+%02d" % (sign, digits[0], "." if fraction else "", fraction, len(digits) - 1)


def date_json(x):
    """Returns whole seconds of the years 1 to 9999 as text, and other dates as a double."""
    if x == x and abs(x) < 1e12 and x == int(x) and not (x == 0 and str(x) == "-0.0"):
        try:
            day = datetime.datetime(2001, 1, 1) + datetime.timedelta(seconds=int(x))
            return '"%sZ"' % day.isoformat()
        except OverflowError:
            pass
    return double_json(x)


def decimal_json(data):
    """Returns the form of a decimal of 20 bytes. Raises ValueError if it is not canonical."""
    mantissa = int.from_bytes(data[:16], "little")
    exponent, sign, zero = struct.unpack("<bBH", data[16:20])
    good = (exponent == 0 and sign == 0) if mantissa == 0 else (mantissa % 10 or exponent == 127)
    if not good or sign > 1 or zero:
        raise ValueError("canonical decimal")
    digits = str(mantissa)
    if exponent > 0:
        short = len(digits) + exponent <= 38
        digits += "0" * exponent if short else "e%d" % exponent
    elif exponent < 0:
        zeros = -exponent - len(digits)
        if zeros >= 40:
            digits += "e%d" % exponent
        elif zeros >= 0:
            digits = "0." + "0" * zeros + digits
        else:
            digits = digits[:exponent] + "." + digits[exponent:]
    return '"%s%s"' % ("-" if sign else "", digits)


def uuid_json(data):
    h = bytes(data).hex()
    return '"%s-%s-%s-%s-%s"' % (h[:8], h[8:12], h[12:16], h[16:20], h[20:])


def objectid_json(number):
    digits = "0123456789abcdefghjkmnpqrstvwxyz"
    return '"%s"' % "".join(digits[number >> shift & 31] for shift in range(60, -1, -5))


def bool_json(byte):
    if byte > 1:
        raise ValueError("0 or 1")
    return "true" if byte else "false"


def canonical(value):
    """Returns the canonical JSON text of a parsed value, with names sorted by code points, which
    is the order of their UTF-8 bytes."""
    if isinstance(value, dict):
        members = ("%s:%s" % (text_json(k), canonical(value[k])) for k in sorted(value))
        return "{%s}" % ",".join(members)
    if isinstance(value, list):
        return "[%s]" % ",".join(map(canonical, value))
    return double_json(value) if isinstance(value, float) else text_json(value)


def json_text(data):
    """Returns a value of type json. Raises ValueError if it is not canonical, or null alone."""
    text = str(data, "utf-8")
    try:
        value = json.loads(text)
    except RecursionError:
        raise ValueError("JSON of at most 128 levels")
    if value is None or canonical(value) != text:
        raise ValueError("canonical JSON, not null alone")
    return text


# Stored types ----------------------------------------------------------------------------------

def unpacked(form, to_json):
    """Returns a function that converts the bytes of one scalar to JSON text."""
    unpack = struct.Struct("<" + form).unpack
    return lambda data: to_json(unpack(data)[0])


Scalar = namedtuple("Scalar", "name width json")
SCALARS = {
    1: Scalar("bool", 1, unpacked("B", bool_json)), 2: Scalar("int8", 1, unpacked("b", str)),
    3: Scalar("int16", 2, unpacked("h", str)), 4: Scalar("int32", 4, unpacked("i", str)),
    5: Scalar("int64", 8, unpacked("q", str)), 6: Scalar("uint8", 1, unpacked("B", str)),
    7: Scalar("uint16", 2, unpacked("H", str)), 8: Scalar("uint32", 4, unpacked("I", str)),
    9: Scalar("uint64", 8, unpacked("Q", str)), 10: Scalar("float", 4, unpacked("f", double_json)),
    11: Scalar("double", 8, unpacked("d", double_json)),
    12: Scalar("date", 8, unpacked("d", date_json)), 13: Scalar("uuid", 16, uuid_json),
    14: Scalar("decimal", 20, decimal_json),
    15: Scalar("objectid", 8, unpacked("Q", objectid_json)),
}
VARIABLES = {
    32: ("string", lambda data: text_json(str(data, "utf-8"))),
    33: ("data", lambda data: '"%s"' % base64.b64encode(data).decode()),
    34: ("json", json_text),
}


def array_reader(scalar):
    """Returns a function that converts the bytes of an array of the scalar to JSON text."""
    def to_json(data):
        if len(data) % scalar.width:
            raise ValueError("a multiple of %d bytes" % scalar.width)
        steps = range(0, len(data), scalar.width)
        return "[%s]" % ",".join([scalar.json(data[i:i + scalar.width]) for i in steps])
    return to_json


VARIABLES.update({64 + n: ("array<%s>" % s.name, array_reader(s)) for n, s in SCALARS.items()})
TYPES = {s.name: n for n, s in SCALARS.items()}
TYPES.update({name: n for n, (name, _) in VARIABLES.items()})


# LZ4 blocks ------------------------------------------------------------------------------------

class LZ4Block(Checked):
    """Compressed bytes after their original length."""

    def __init__(self, data, file, base=0):
        self.data, self.file, self.base, self.at = data, file, base, 0

    def take(self, count, field):
        left = len(self.data) - self.at
        self.check(count <= left, self.at, field, "%d bytes" % count, left)
        self.at += count
        return self.data[self.at - count:self.at]

    def number(self, bits, field):
        """Reads a number as in steps 2 and 5: further bytes are added to a number of 15."""
        more = 255 if bits == 15 else 0
        while more == 255:
            more = self.take(1, field)[0]
            bits += more
        return bits

    def content(self):
        """Returns the decompressed bytes."""
        size, = struct.unpack("<I", self.take(4, "original length"))
        self.check(size <= VALUE_LIMIT, 0, "original length", "at most %d" % VALUE_LIMIT, size)
        output, last = bytearray(), None
        while True:
            token = self.take(1, "token")[0]
            output += self.take(self.number(token >> 4, "number of literals"), "literals")
            if self.at == len(self.data):
                break
            offset, = struct.unpack("<H", self.take(2, "offset"))
            self.check(1 <= offset <= len(output), self.at - 2, "offset",
                       "1 to %d" % len(output), offset)
            count, start = self.number(token & 15, "number of a match") + 4, len(output)
            self.check(start + count <= size, self.at, "output", size, "more")
            # The repeated bytes are already in the output, or the match repeats itself.
            output += (output[start - offset:] * (count // offset + 1))[:count]
            last = start, len(output)
        self.expect(self.at, "output", size, len(output))
        self.check(last is None or last[0] + 12 <= size and last[1] + 5 <= size, self.at,
                   "last match", "12 bytes or more of %d behind its start, 5 behind its end" % size,
                   last)
        return bytes(output)


# JSON forms that are strings; in decimals, trailing zeros of a fraction would be another form.
FORMS = {12: r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ|NaN|-?Infinity", 10: "NaN|-?Infinity",
         11: "NaN|-?Infinity", 13: "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}",
         14: r"(?!-0$)-?(0|[1-9]\d*)(\.\d*[1-9]|e-?[1-9]\d*)?",
         15: "[0-9a-f][0-9a-hjkmnp-tv-z]{12}"}
INTEGERS = {2: "b", 3: "h", 4: "i", 5: "q", 6: "B", 7: "H", 8: "I", 9: "Q"}


def is_form(kind, value):
    """Returns whether a parsed JSON value is the form of a value of the type."""
    if kind > 64:
        return isinstance(value, list) and all(is_form(kind - 64, v) for v in value)
    if kind in INTEGERS:
        try:
            return type(value) is int and struct.pack("<" + INTEGERS[kind], value) is not None
        except struct.error:
            return False
    if kind == 33:
        return isinstance(value, str) and base64.b64encode(
            base64.b64decode(value, validate=True)).decode() == value
    if kind in FORMS and isinstance(value, str):
        return re.fullmatch(FORMS[kind], value, re.A) is not None
    if kind == 10 and isinstance(value, float):
        try:
            return struct.unpack("<f", struct.pack("<f", value))[0] == value
        except OverflowError:
            return False
    return {1: isinstance(value, bool), 11: isinstance(value, float), 32: isinstance(value, str),
            12: isinstance(value, float) and date_json(value) == double_json(value),
            34: value is not None}.get(kind, False)


def stored_size(kind, value):
    """Returns the stored size of a default of a variable type, in bytes."""
    if kind > 64:
        return len(value) * SCALARS[kind - 64].width
    if kind == 33:
        return len(base64.b64decode(value))
    return len(canonical(value).encode()) if kind == 34 else len(str(value).encode())


def is_pipeline(names):
    """Returns whether a list has only valid names of stages. It may be empty."""
    return len(names) <= 16 and all(re.fullmatch("[A-Za-z0-9.@-]{1,64}", n, re.A) for n in names)


def same_stages(stages, others):
    """Returns `stages` if the others are the same, except that an unnamed stage got a name, and
    otherwise the others."""
    def same(one, other):
        pattern = r"((?:key\.)?(?:opaque\.|ordered\.)?(?:text\.)?)(.*)"
        parts = [re.fullmatch(pattern, n) for n in (one, other)]
        return one == other or (parts[0][1] == parts[1][1]
                                and "custom" in (parts[0][2], parts[1][2]))
    agree = len(stages) == len(others) and all(map(same, stages, others))
    return stages if agree else others


# Manifest --------------------------------------------------------------------------------------

Line = namedtuple("Line", "number ending length first last purged digest")
NUMBER, HEX8 = r"(0|[1-9]\d*)", r"([0-9a-f]{8})"
FIRST_LINES = [r"store ([0-9a-f]{32})", "generation " + NUMBER, r"hashkey ([0-9a-f]{32})"]
SEGMENT_LINE = (r"segment HEX (sealed|cut|compacted) length=DEC commits=DEC\.\.\.DEC purged=DEC "
                "digest=HEX").replace("HEX", HEX8).replace("DEC", NUMBER)
FORK_LINE = r"fork ([0-9a-f]{32})"
ACTIVE_LINE = "active " + HEX8
CHECKPOINT_LINE = "checkpoint " + HEX8


class Manifest(Checked):
    """The list of segments."""

    def __init__(self, store, name):
        self.file = name
        try:
            with open(os.path.join(store, name), "rb") as f:
                data = f.read(MANIFEST_LIMIT + 1)
        except OSError as e:
            self.fail(0, "file", "a readable file", e.strerror)
        self.parse(data)

    @classmethod
    def find(cls, store):
        """Returns the manifest, and whether it is that of the former generation."""
        try:
            return cls(store, "manifest"), False
        except Newer:
            raise
        except Damage as damage:
            try:
                former = cls(store, "manifest.old")
            except Damage:
                raise damage
            note("manifest.old is taken: %s" % damage)
            return former, True

    def parse(self, data):
        version = re.match(rb"nacre (0|[1-9]\d*)\n", data)
        self.check(version, 0, "first line", "nacre 0", data[:20])
        if version[1] != b"0":
            raise Newer(self.file, 0, "format version", b"0", version[1])
        self.check(len(data) <= MANIFEST_LIMIT, 0, "length", MANIFEST_LIMIT, "more")
        end = max(len(data) - 13, 0)
        self.expect(end, "last line", b"\ncrc %08x\n" % crc32c(data[:end]), data[end - 1:])
        lines, offset = data[:end].decode("utf-8", "replace").split("\n")[1:-1], len(version[0])
        self.checkpoint = None
        if lines and lines[-1].startswith("checkpoint "):
            match = re.fullmatch(CHECKPOINT_LINE, lines.pop(), re.A)
            self.check(match and int(match[1], 16), end, "checkpoint", "8 digits, not 0", match)
            self.checkpoint = int(match[1], 16)
        self.fork = None
        if len(lines) > 1 and lines[1].startswith("fork "):
            match = re.fullmatch(FORK_LINE, lines.pop(1), re.A)
            self.check(match, offset, "fork", "32 digits", match)
            self.fork = bytes.fromhex(match[1])
        self.check(len(lines) >= 4, end, "lines", "store, generation, hashkey ...", len(lines))
        patterns = FIRST_LINES + [SEGMENT_LINE] * (len(lines) - 4) + [ACTIVE_LINE]
        words = []
        for pattern, line in zip(patterns, lines):
            match = re.fullmatch(pattern, line, re.A)
            self.check(match, offset, "line", pattern, line)
            words.append(match.groups())
            offset += len(line) + 1
        self.check(int(words[1][0]) < 2 ** 64, 0, "generation", "a u64", words[1][0])
        self.store_id, self.generation = bytes.fromhex(words[0][0]), int(words[1][0])
        self.hash_key = int(words[2][0][16:], 16), int(words[2][0][:16], 16)
        self.segments = [self.segment_line(*line) for line in words[3:-1]]
        self.segments.append(Line(int(words[-1][0], 16), "active", None, 0, 0, 0, 0))
        numbers = [line.number for line in self.segments]
        self.check(0 not in numbers and len(set(numbers)) == len(numbers), 0, "segment numbers",
                   "different, not 0", numbers)

    def segment_line(self, number, ending, length, first, last, purged, digest):
        line = Line(int(number, 16), ending, int(length), int(first), int(last), int(purged),
                    int(digest, 16))
        good = (128 <= line.length <= SEGMENT_LIMIT and line.length % 4 == 0
                and line.first <= line.last and (line.first == 0) == (line.last == 0)
                and max(line.last, line.purged) < 2 ** 64)
        self.check(good, 0, "length, commits", "128 up and x4, a <= b or both 0", line)
        return line


# Layout and schema -----------------------------------------------------------------------------

Attribute = namedtuple("Attribute", "id type place null_bit width json pipeline")


class Layout(Checked):
    """The places of attributes in a record."""

    def __init__(self, data, file, base):
        self.payload, self.file, self.base = bytes(data), file, base
        self.check(len(data) >= 16, 0, "layout length", "16 up", len(data))
        (self.id, self.entity, self.count, self.nullable, self.fixed_end, self.variable,
         id_ordinal, name_length) = struct.unpack_from("<8H", data)
        self.check(self.id and self.entity, 0, "layout id, entity number", "1 up", 0)
        self.check(1 <= self.count <= 1024, 4, "attributes", "1 to 1024", self.count)
        self.check(id_ordinal < self.count, 12, "id attribute", self.count, id_ordinal)
        at, _ = self.padded(16, name_length, "entity name")
        self.attributes, self.slots = {}, [(16, 16)]
        nulls = variables = 0
        for ordinal in range(self.count):
            self.check(at + 16 <= len(data), at, "attribute", "16 bytes", "the end")
            (number, kind, flags, place, null_bit, name_length, pipeline,
             default) = struct.unpack_from("<IBBHHHHH", data, at)
            if (kind not in SCALARS and kind not in VARIABLES) or flags & ~7 or default:
                raise Newer(self.file, base + at + 4, "type, flags, default", "known",
                            (kind, flags, default))
            width = SCALARS[kind].width if kind in SCALARS else 0
            self.check(bool(flags & 2) == (not width), at + 5, "flags",
                       "those of the type", flags)
            expected = nulls if flags & 1 else 0xFFFF
            self.check(null_bit == expected, at + 8, "null bit", expected, null_bit)
            self.check(not (ordinal == id_ordinal and (flags & 1 or kind >= 34)), at,
                       "id attribute", "not null, no json, no array", (kind, flags))
            if width:
                self.slots.append((place, place + width))
            else:
                self.check(place == variables, at + 6, "place", variables, place)
            self.check(number > 0 and number not in self.attributes, at, "attribute id",
                       "1 up, and new", number)
            to_json = SCALARS[kind].json if width else VARIABLES[kind][1]
            bit = null_bit if flags & 1 else None
            if ordinal == id_ordinal:
                self.id_attribute = number
            at, stages = self.padded(at + 16, name_length, "attribute name", pipeline)
            self.attributes[number] = Attribute(number, kind, place, bit, width, to_json, stages)
            nulls, variables = nulls + (flags & 1), variables + (not width)
        found = (nulls, variables, at)
        self.check(found == (self.nullable, self.variable, len(data)), 6,
                   "nullable, variable, length", (self.nullable, self.variable, len(data)), found)
        self.check_slots()

    def padded(self, at, length, field, pipeline=0):
        """Checks a name at `at`, a pipeline and zeros. Returns the offset after them and the
        stages."""
        start, end = at + length, at + pad4(length + pipeline)
        good = (1 <= length <= 255 and end <= len(self.payload)
                and not any(self.payload[start + pipeline:end]))
        self.check(good, at, field, "1 to 255 bytes, zeros", length)
        try:
            self.payload[at:start].decode("utf-8")
            text = self.payload[start:start + pipeline].decode("ascii")
        except UnicodeDecodeError as e:
            self.check(False, at, field, "UTF-8", e)
        stages = text.split(",") if pipeline else []
        self.check(is_pipeline(stages), start, "pipeline", "names of stages", stages)
        return end, stages

    def check_slots(self):
        """Checks that slots are in bounds and do not overlap. Bytes between them do not matter."""
        slots = sorted(self.slots) + [(self.fixed_end, self.fixed_end)]
        for (_, end), (start, _) in zip(slots, slots[1:]):
            self.check(start >= end, 8, "slots", "between 16 and %d, apart" % self.fixed_end, slots)


def same_name(name):
    """Returns a form that canonically equivalent names share, since they count as equal."""
    return unicodedata.normalize("NFC", name)


def are_members(members):
    """Returns whether a value satisfies the rules for members of structs."""
    def is_member(m):
        if not isinstance(m, dict) or not isinstance(m.get("name"), str):
            return False
        kind = m.get("type")
        stages = m.get("pipeline", ["none"])
        return ((kind == "struct" or isinstance(kind, str) and kind in TYPES)
                and m.get("optional", True) is True
                and isinstance(stages, list) and bool(stages) and is_pipeline(stages)
                and ("members" not in m or kind in ("struct", "json") and are_members(m["members"])))
    return (isinstance(members, list) and bool(members) and all(is_member(m) for m in members)
            and len({m["name"] for m in members}) == len(members))


def has_sound_rule(a):
    """Returns whether the delete rule of an attribute is valid."""
    rule = a.get("deleteRule", "deny")
    can_lose = a["nullable"] or TYPES[a["type"]] >= 34
    return ("deleteRule" not in a or "reference" in a) and (
        rule in ("cascade", "deny") or rule == "nullify" and can_lose)


def unknown_names(item):
    """Returns the types and delete rules in an attribute that a newer version must have written."""
    kind, rule = item.get("type"), item.get("deleteRule")
    found = [] if kind in TYPES or not isinstance(kind, str) else [kind]
    found += [rule] if isinstance(rule, str) and rule not in ("nullify", "cascade", "deny") else []
    for source in item.get("from", []):
        found += unknown_names(source)
    for member in item.get("members", []):
        found += [name for name in unknown_names(member) if name != "struct"]
    return found


MEMBERS = ("entity", "number", "id", "attributes", "lastAttribute", "indexes", "uniqueWhere",
           "searches", "generation", "defaultSort", "defaultFilter", "rules")
ATTRIBUTE_MEMBERS = ("id", "name", "nullable", "type", "unique", "columnar", "reference", "deleteRule",
                     "default", "pipeline", "from", "members")
SOURCE_MEMBERS = ("attribute", "type", "null")


Source = namedtuple("Source", "attribute type has_null null")

# For each stored type of numbers, the types that may continue it.
WIDENED = {2: (3, 4, 5, 10, 11), 3: (4, 5, 10, 11), 4: (5, 11),
           6: (3, 4, 5, 7, 8, 9, 10, 11), 7: (4, 5, 8, 9, 10, 11), 8: (5, 9, 11), 10: (11,)}
FORMATS = {2: "<b", 3: "<h", 4: "<i", 5: "<q", 6: "<B", 7: "<H", 8: "<I", 9: "<Q", 10: "<f",
           11: "<d"}


def can_convert(old, new):
    """Returns whether values of one stored type can be converted to another one."""
    if old == new or (old, new) in ((32, 34), (33, 34)):
        return True
    if new >= 64:
        old, new = old - 64 if old >= 64 else old, new - 64
    return old == new or new in WIDENED.get(old, ())


def convert(old, new, value, text):
    """Converts the bytes of a value of one stored type to those of another one."""
    if old == new:
        return value
    if new == 34:
        return ("[%s]" % text).encode()
    if new >= 64:
        old, new = old - 64 if old >= 64 else old, new - 64
    if old == new:
        return value
    return b"".join(struct.pack(FORMATS[new], number)
                    for number, in struct.iter_unpack(FORMATS[old], value))


def holds_text(a):
    """Returns whether an attribute's values hold text that can be searched."""
    stages = [s for s in a.get("pipeline", []) if not s.startswith("derived@")]
    if a["type"] == "data":
        return (stages[:1] in (["utf8"], ["json"])
                and all(s in ("lz4", "lz4@2") for s in stages[1:]))
    if a["type"] == "string":
        return not any(s.startswith("opaque.") for s in stages)
    return a["type"] == "json" and not stages


class Schema(Checked):
    """One entity, as the payload of a schema frame declares it."""

    def __init__(self, data, file, base):
        self.file, self.base = file, base
        try:
            text = str(data, "utf-8")
            self.payload = bytes(data)
            entity = json.loads(text)
            self.check(canonical(entity) == text, 0, "schema", "canonical JSON", text[:80])
            self.name, self.number = entity["entity"], entity["number"]
            rows = entity["attributes"]
            newer = [name for a in rows for name in unknown_names(a)]
            if newer:
                raise Newer(file, base, "schema", "known types and delete rules", newer)
            self.attributes = [(a["id"], a["name"]) for a in rows]
            self.types = {a["id"]: TYPES[a["type"]] for a in rows}
            self.last = entity.get("lastAttribute", 0)
            self.nullable = [(a["id"], a["nullable"]) for a in rows]
            self.pipelines = {a["id"]: a.get("pipeline", []) for a in rows}
            self.defaults = {a["id"]: a["default"] for a in rows if "default" in a}
            self.sources = {a["id"]: [Source(x["attribute"], TYPES[x["type"]], "null" in x,
                                             x.get("null")) for x in a.get("from", [])]
                            for a in rows}
            ok = self.is_sound(entity, rows)
            self.indexes = [(x["attributes"], x.get("unique", False))
                            for x in entity.get("indexes", [])]
            self.conditional = [x["attributes"] for x in entity.get("uniqueWhere", [])]
            self.searches = len(entity.get("searches", []))
            self.uniques = {a["id"] for a in rows if a.get("unique")} | {self.id_attribute}
        except (ValueError, KeyError, TypeError, AttributeError) as e:
            ok, text = False, repr(e)
        self.check(ok, 0, "schema", "members of the right kinds", text[:200])
        falsy = ("unique", "columnar")
        shown = {name: entity[name] for name in MEMBERS if name in entity}
        shown["attributes"] = [{n: a[n] for n in ATTRIBUTE_MEMBERS
                                if n in a and (n not in falsy or a[n])} for a in rows]
        for a in shown["attributes"]:
            if "from" in a:
                a["from"] = [{n: x[n] for n in SOURCE_MEMBERS if n in x} for x in a["from"]]
        if "indexes" in entity:
            shown["indexes"] = [{n: x[n] for n in ("attributes", "unique") if x.get(n)}
                                for x in entity["indexes"]]
        if "uniqueWhere" in entity:
            shown["uniqueWhere"] = [{n: x[n] for n in ("attributes", "where")}
                                    for x in entity["uniqueWhere"]]
        if "searches" in entity:
            shown["searches"] = [{n: x[n] for n in ("attributes", "name", "tokenizer", "weights")
                                  if n in x} for x in entity["searches"]]
        self.text = canonical(shown)

    def is_sound(self, entity, rows):
        """Returns whether the members satisfy the rules. If not, it may also raise an exception."""
        ids = [a for a in rows if same_name(a["name"]) == same_name(entity["id"])]
        self.id_attribute = ids[0]["id"]
        names = [same_name(a["name"]) for a in rows]
        last = entity.get("lastAttribute", 2 ** 32 - 1)
        if type(last) is not int or not max(self.types) <= last < 2 ** 32:
            return False
        if "lastAttribute" in entity and last in self.types:
            return False
        generation = entity.get("generation", 1)
        if type(generation) is not int or not 1 <= generation < 2 ** 32:
            return False
        if not all(isinstance(entity.get(n, ""), str) for n in ("defaultSort", "defaultFilter")):
            return False
        rules = entity.get("rules", [""])
        if not (isinstance(rules, list) and rules and all(isinstance(r, str) for r in rules)):
            return False
        if "indexes" in entity and not self.has_sound_indexes(entity["indexes"]):
            return False
        if "uniqueWhere" in entity and not self.has_sound_conditions(entity["uniqueWhere"]):
            return False
        if "searches" in entity and not self.has_sound_searches(entity["searches"], rows):
            return False
        if len(entity.get("indexes", [])) + len(entity.get("uniqueWhere", [])) > 64:
            return False
        return (type(self.number) is int and 1 <= self.number <= 65535 and 1 <= len(rows) <= 1024
                and len(self.types) == len(rows) == len(set(names))
                and all(type(a["id"]) is int and 1 <= a["id"] < 2 ** 32
                        and isinstance(a["nullable"], bool)
                        and isinstance(a.get("unique", False), bool)
                        and isinstance(a.get("columnar", False), bool)
                        and not (a.get("columnar") and TYPES[a["type"]] >= 34)
                        and isinstance(a.get("reference", ""), str)
                        and has_sound_rule(a)
                        and self.has_sound_extras(a)
                        and 1 <= len(a["name"].encode()) <= 255 for a in rows)
                and not ids[0]["nullable"] and self.types[self.id_attribute] < 34
                and 1 <= len(self.name.encode()) <= 255)

    def has_value(self, number, layout):
        """Returns whether each record of a layout has a value of an attribute."""
        a = layout.attributes.get(number)
        if a:
            return a.null_bit is None
        for source in self.sources[number]:
            if source.attribute in layout.attributes:
                return layout.attributes[source.attribute].null_bit is None or source.has_null
        return number in self.defaults

    def has_sound_indexes(self, indexes):
        """Returns whether the member `indexes` satisfies the rules."""
        parts = [(x["attributes"], x.get("unique", False)) for x in indexes]
        return (isinstance(indexes, list) and 1 <= len(indexes) <= 64
                and all(isinstance(p, list) and isinstance(unique, bool)
                        and 1 + unique <= len(p) <= 8 and len(set(p)) == len(p)
                        and all(type(n) is int and n in self.types for n in p)
                        and (unique or len(p) == 1 or all(self.types[n] < 34 for n in p))
                        for p, unique in parts)
                and len({(tuple(p), unique) for p, unique in parts}) == len(parts))

    def has_sound_conditions(self, indexes):
        """Returns whether the member `uniqueWhere` satisfies the rules. The conditions themselves
        are not parsed."""
        parts = [(tuple(x["attributes"]), x["where"]) for x in indexes]
        return (isinstance(indexes, list) and 1 <= len(indexes)
                and all(1 <= len(p) <= 8 and len(set(p)) == len(p)
                        and all(type(n) is int and n in self.types for n in p)
                        and isinstance(where, str) and 1 <= len(where.encode()) <= 4096
                        for p, where in parts)
                and len(set(parts)) == len(parts))

    def has_sound_searches(self, searches, rows):
        """Returns whether the member `searches` satisfies the rules."""
        texts = {a["id"] for a in rows if holds_text(a)}
        for search in searches:
            ids, weights = search["attributes"], search.get("weights", [2])
            if not (1 <= len(ids) <= 16 and len(set(ids)) == len(ids)
                    and all(type(n) is int and n in texts for n in ids)
                    and 1 <= len(search["tokenizer"].encode()) <= 255
                    and 1 <= len(search.get("name", "-").encode()) <= 255
                    and all(type(w) in (int, float) and 0 <= w <= 1e6 for w in weights)
                    and any(w != 1 for w in weights)
                    and ("weights" not in search or len(weights) == len(ids))):
                return False
        names = [same_name(search.get("name", "")) for search in searches]
        return (isinstance(searches, list) and 1 <= len(searches) <= 16
                and len(set(names)) == len(names))

    def has_sound_extras(self, a):
        """Returns whether the default and the pipeline of an attribute satisfy the rules."""
        kind, stages = TYPES[a["type"]], a.get("pipeline", ["none"])
        good = isinstance(stages, list) and stages and is_pipeline(stages)
        good = good and (a["nullable"] or not re.fullmatch(r"derived@-?\d+", stages[-1], re.A))
        if "default" in a:
            good = good and is_form(kind, a["default"]) and a["id"] != self.id_attribute
            good = good and stored_size(kind, a["default"]) <= 65536
        if "members" in a:
            good = good and a["type"] == "json" and are_members(a["members"])
        return good and ("from" not in a or self.has_sound_sources(a, kind))

    def has_sound_sources(self, a, kind):
        """Returns whether the member `from` satisfies the rules."""
        sources = self.sources[a["id"]]
        last = max(list(self.types) + [self.last])
        return (isinstance(a["from"], list) and 1 <= len(sources) <= 64
                and a["id"] != self.id_attribute
                and len({s.attribute for s in sources}) == len(sources)
                and all(type(s.attribute) is int and 1 <= s.attribute <= last
                        and s.attribute not in self.types
                        and can_convert(s.type, kind)
                        and (s.type == kind or "pipeline" not in a)
                        and (not s.has_null or is_form(kind, s.null)
                             and stored_size(kind, s.null) <= 65536) for s in sources))


# Record ----------------------------------------------------------------------------------------

RECORD = struct.Struct("<IIIHBB")
Version = namedtuple("Version", "commit kind layout segment offset data")


class PutReader:
    """Decodes puts. fetch_external(row) returns the Version of an external value, or None."""

    def __init__(self, fetch_external):
        self.fetch_external = fetch_external

    def attributes(self, version, schema):
        """Yields attribute id, name, JSON text and bytes of a put's values, in the schema's order.
        The bytes are None if only the schema has the value."""
        layout, data = version.layout, version.data
        bad = lambda at, *rest: version.segment.fail(version.offset + at, *rest)
        nulls, ends, values, external = self.frame_of(layout, data, bad)
        for number, name in schema.attributes:
            a = layout.attributes.get(number)
            source = None
            if a is None:
                source = next((s for s in schema.sources[number]
                               if s.attribute in layout.attributes), None)
                a = source and layout.attributes[source.attribute]
            if a is None:
                if number in schema.defaults:
                    yield number, name, canonical(schema.defaults[number]), None
                continue
            if a.null_bit is not None and nulls >> a.null_bit & 1:
                if source and source.has_null:
                    yield number, name, canonical(source.null), None
                continue
            at, end = a.place, a.place + a.width
            if not a.width:
                at, end = values + (ends[a.place - 1] if a.place else 0), values + ends[a.place]
            value = data[at:end]
            if not a.width and external >> a.place & 1:
                value = self.external_value(value, at, bad)
            try:
                text = a.json(value)
                if source:
                    kind = schema.types[number]
                    value = convert(source.type, kind, bytes(value), text)
                    json_of = SCALARS[kind].json if kind in SCALARS else VARIABLES[kind][1]
                    text = json_of(value)
                yield number, name, text, bytes(value)
            except ValueError as e:
                bad(at, "value of " + name, "a valid value", e)

    @staticmethod
    def identity(kind, value):
        """Returns bytes of an id or a unique value that all equal values share."""
        if kind >= 64:
            width = SCALARS[kind - 64].width
            return b"".join(bytes(PutReader.identity(kind - 64, value[i:i + width]))
                            for i in range(0, len(value), width))
        if kind in (32, 34):
            return unicodedata.normalize("NFC", str(value, "utf-8"))
        if kind in (10, 11, 12) and value[-1:] == b"\x80" and not any(value[:-1]):
            return bytes(len(value))        # -0.0 is 0.0
        return value

    @staticmethod
    def identity_of_all(values):
        """Returns the identity of values that are unique together, with their kinds. None if one
        is null."""
        if None in values:
            return None
        return tuple(PutReader.identity(kind, value) for kind, value in values)

    @staticmethod
    def frame_of(layout, data, bad):
        """Checks and returns the null bits, the ends, the offset of the values and the external
        bits of a put."""
        flags, wide = data[14] >> 4, data[14] & WIDE
        ends_at = layout.fixed_end + (max(0, layout.nullable - 8) + 7) // 8
        bits_at = ends_at + (4 if wide else 2) * layout.variable
        values = bits_at + ((layout.variable + 7) // 8 if data[14] & HAS_EXTERNAL else 0)
        if flags & 12 or values > len(data):
            bad(14, "flags, length", "flags 16 and 32, length %d up" % values, (flags, len(data)))
        nulls = data[15] | int.from_bytes(data[layout.fixed_end:ends_at], "little") << 8
        ends = struct.unpack_from("<%d%s" % (layout.variable, "I" if wide else "H"), data, ends_at)
        last = ends[-1] if ends else 0
        if values + last != len(data) or any(a > b for a, b in zip(ends, ends[1:])):
            bad(ends_at, "ends", "ascending to %d" % (len(data) - values), ends)
        external = int.from_bytes(data[bits_at:values], "little")
        for index, (start, end) in enumerate(zip((0,) + ends, ends)):
            if external >> index & 1 and end - start != 16:
                bad(values + start, "reference length", 16, end - start)
        return nulls, ends, values, external

    def external_value(self, reference, at, bad):
        """Returns the external value that a reference refers to."""
        length, row, crc = struct.unpack("<QII", reference)
        found = self.fetch_external(row)
        if found is None or found.kind != EXTERNAL:
            bad(at + 8, "external value of row %d" % row, "a record", "none")
        value = found.data[16:]
        if (len(value), crc32c(value)) != (length, crc):
            bad(at, "external value: length, CRC", (length, crc), (len(value), crc32c(value)))
        return value


# Segments and frames ---------------------------------------------------------------------------

HEADER = struct.Struct("<8sHHIII16sQqB7sIIQQ32sII")
FRAME = struct.Struct("<4sBBHIIQQQqIIII")
SEGMENT_MAGIC, FRAME_MAGIC = b"\x89NACR\r\n\x1a", b"NFR\x01"
ORIGINS = {1: "log", 2: "compacted", 3: "recovered"}


FIELDS = "offset kind flags prelude commit watermark time part count payload"


class Frame(namedtuple("Frame", FIELDS)):
    @property
    def is_part(self):
        kind, flags, part = self.kind, self.flags, self.part
        return kind == RECORDS or kind in (LAYOUT, SCHEMA) and bool(flags & FIRST or part)

    @property
    def content(self):
        """The payload without its prelude and commit digest."""
        return self.payload[self.prelude:len(self.payload) - (8 if self.flags & LAST else 0)]


class Seen(namedtuple("Seen", "at place kind size payload_crc salt watermark chain next_chain")):
    """A header after the last valid frame. Its CRC is right for one place in the segment."""

    @property
    def next(self):
        """The values that the next frame repeats, and its place."""
        return self.salt, self.next_chain, self.place + 64 + pad4(self.size)

    def follows(self, former):
        salt, chain, place = former
        return (self.chain, self.place) == (chain, place) and (
            self.salt == salt or self.kind == OPEN)


class Segment(Checked):
    """One file of the log: its header and a walk over its frames."""

    def __init__(self, store, line, store_id):
        self.line, self.store_id = line, store_id
        self.file = "%08x.seg" % line.number
        try:
            with open(os.path.join(store, self.file), "rb") as f:
                self.data = memoryview(f.read(-1 if line.length is None else line.length))
        except OSError as e:
            self.fail(0, "file", "a readable file", e.strerror)
        self.length = len(self.data) if line.length is None else line.length
        if len(self.data) < max(self.length, 128):
            self.fail(len(self.data), "file length", max(self.length, 128), len(self.data))
        self.used = len(self.data.obj.rstrip(b"\0"))     # only zeros follow
        self.read_header()
        self.end = 128              # the end of the last valid frame
        self.digest = 0             # of the frames so far, without a seal frame
        self.layouts, self.entities = {}, set()
        self.first = self.last = 0          # commits and runs present in this segment
        self.records = self.tombstones = 0
        self.last_kind = None       # of the last frame read
        self.former = None          # of the frame before that one
        self.last_at = 0            # the offset of the last frame read
        self.stop = None            # the Damage at which the walk of the active segment ended

    def position(self, offset):
        return self.line.number << 32 | offset >> 2

    def read_header(self):
        (magic, version, length, required, _, number, store_id, self.salt, _, self.origin, zero7,
         self.predecessor, self.predecessor_chain, self.predecessor_length, self.last_before,
         encryption, zero4, crc) = HEADER.unpack_from(self.data)
        self.expect(0, "magic", SEGMENT_MAGIC, magic)
        if version:
            raise Newer(self.file, 8, "version", 0, version)
        self.chain = crc32c(self.data[:124])
        self.expect(124, "header CRC", self.chain, crc)
        self.expect(10, "header length", 128, length)
        self.expect(57, "zero", (bytes(7), bytes(32), 0), (zero7, encryption, zero4))
        origins = {"compacted": (2,), "stranger": (1, 2, 3)}.get(self.line.ending, (1, 3))
        if self.origin not in origins:
            self.fail(56, "origin", origins, self.origin)
        if required:
            raise Newer(self.file, 12, "required to read", 0, required)
        if self.origin == 2 or not self.predecessor:
            self.expect(64, "predecessor, chain, length", (0, 0, 0), (
                self.predecessor, self.predecessor_chain, self.predecessor_length))
        if self.origin == 2:
            self.expect(80, "last commit before", 0, self.last_before)
        self.expect(20, "segment number", self.line.number, number)
        self.expect(24, "store id", self.store_id.hex(), store_id.hex())

    def frames(self):
        """Yields the valid frames, up to the end of the log or to other bytes, which set `stop`."""
        while not self.at_end():
            try:
                frame = self.read_frame(self.end)
            except Damage as damage:
                if self.line.length is not None or isinstance(damage, Newer):
                    raise
                self.stop = damage
                return
            if self.line.ending != "stranger":
                self.check_fields(frame)
            self.former, self.last_at = frame.kind, frame.offset
            self.end = frame.offset + 64 + pad4(len(frame.payload))
            yield frame

    def at_end(self):
        if self.line.length is not None:
            return self.end == self.length
        return self.end >= self.used

    def read_frame(self, at):
        """Reads the frame at an offset, by the rules 1 to 7 of the document."""
        if at + 64 > self.length:
            self.fail(at, "frame", "64 bytes", self.length - at)
        head = self.data[at:at + 64]
        (magic, kind, flags, prelude, size, payload_crc, salt, commit, watermark, time, part, count,
         chain, crc) = FRAME.unpack(head)
        self.expect(at, "frame magic", FRAME_MAGIC, magic)
        next_chain = crc32c(head[:60])
        self.expect(at + 60, "frame header CRC", self.header_crc(at, next_chain), crc)
        if kind != OPEN:
            self.expect(at + 16, "salt", self.salt, salt)
        self.expect(at + 56, "chain", self.chain, chain)
        self.check_kind(at, kind, flags, prelude, size, part)
        if size > FRAME_LIMIT or at + 64 + pad4(size) > self.length:
            self.fail(at + 8, "payload length", "within limit and segment", size)
        payload = self.data[at + 64:at + 64 + size]
        self.expect(at + 12, "payload CRC", crc32c(payload), payload_crc)
        if any(self.data[at + 64 + size:at + 64 + pad4(size)]):
            self.fail(at + 64 + size, "padding", "zeros", "others")
        self.salt, self.chain = salt, next_chain
        self.digest_before, self.last_kind = self.digest, kind
        self.digest = crc32c(head, self.digest)
        return Frame(at, kind, flags, prelude, commit, watermark, time, part, count, payload)

    def header_crc(self, at, crc_of_60):
        return crc32c(self.store_id + struct.pack("<Q", self.position(at)), crc_of_60)

    def check_kind(self, at, kind, flags, prelude, size, part):
        """Checks rule 4."""
        may_first = kind in (RECORDS, LAYOUT, SCHEMA) and part == 0
        known = 1 <= kind <= 10 or kind >= 128
        room = prelude + (8 if flags & LAST else 0)
        good = (known and not flags & ~3 and (not flags & FIRST or may_first)
                and (flags & FIRST or kind != RECORDS or part > 0)
                and (not flags & LAST or kind == RECORDS)
                and (part == 0 or kind in (RECORDS, LAYOUT, SCHEMA))
                and prelude % 4 == 0 and prelude <= 4096 and (not prelude or flags & FIRST)
                and room <= size)
        if not good:
            raise Newer(self.file, at + 4, "kind, flags, prelude, part, payload length",
                        "those of format 0 (a newer version wrote this)",
                        (kind, flags, prelude, part, size))

    def check_fields(self, frame):
        """Checks the other rules for a valid frame, alone and after its predecessor."""
        at, kind = frame.offset, frame.kind
        if frame.watermark > self.position(at):
            self.fail(at + 32, "watermark", "at most %#x" % self.position(at), frame.watermark)
        if self.former == SEAL or (self.former == CLOSE and kind != OPEN):
            self.fail(at + 4, "kind", "none after a seal, open after a close", kind)
        if kind == OPEN and self.former not in (None, CLOSE):
            self.fail(at + 4, "kind", "open only first or after a close", kind)
        if kind > PRELUDES:
            return
        if kind not in (RECORDS, COMPACTED):
            self.expect(at + 52, "count", 0, frame.count)
        sizes = {OPEN: 0, CLOSE: 0, CONFIRM: 0, ABORT: 4, SEAL: 40}
        if kind in sizes:
            self.expect(at + 8, "payload length", sizes[kind], len(frame.payload))

    def check_prelude(self, frame):
        """Checks that a prelude is empty, or author, zero, note and at most 3 zeros, in UTF-8."""
        prelude = bytes(frame.payload[:frame.prelude])
        author, zero, note_text = prelude.partition(b"\0")
        text = note_text.rstrip(b"\0")
        try:
            good = not prelude or zero and b"\0" not in text and len(note_text) - len(text) < 4
            author.decode("utf-8")
            text.decode("utf-8")
        except UnicodeDecodeError:
            good = False
        if not good:
            self.fail(frame.offset + 64, "prelude", "author, zero, note, zeros; UTF-8", prelude)

    def torn_bytes(self, highest):
        """Returns the number of torn bytes. Raises the Damage if they had been synced."""
        evidence = None
        for seen in self.frames_ahead():
            if seen.watermark > highest:
                highest, evidence = seen.watermark, seen.at
        if highest > self.position(self.end):
            note("%s: bytes from %d on had been synced: a watermark %08x:%d was seen%s" % (
                self.file, self.end, highest >> 32, (highest & 0xFFFFFFFF) * 4,
                " at %d" % evidence if evidence else ""))
            raise self.stop
        return self.used - self.end

    def frames_ahead(self):
        """Yields the frames after the last valid one that are evidence, in place or displaced."""
        former, first_salt, covered = (self.salt, self.chain, self.end), self.salt, self.end
        at = self.data.obj.find(FRAME_MAGIC, self.end)
        while at >= 0 and at + 64 <= self.length:
            seen, after = self.seen_at(at), at + 1
            if seen.place == at:
                covered = max(covered, at + 64 + seen.size)
            elif not self.counts(seen, former, first_salt, covered):
                seen = None
            else:
                after = at + 64 + seen.size
            if seen:
                former = seen.next
                yield seen
            at = self.data.obj.find(FRAME_MAGIC, after)

    def seen_at(self, at):
        head = self.data[at:at + 64]
        (_, kind, _, _, size, payload_crc, salt, _, watermark, _, _, _, chain, crc) = (
            FRAME.unpack(head))
        before = crc32c(head[:60])
        place = 4 * word_between(crc32c(self.store_id, before), self.line.number, crc)
        return Seen(at, place, kind, size, payload_crc, salt, watermark, chain, before)

    def counts(self, seen, former, first_salt, covered):
        """Returns whether a displaced frame is evidence."""
        own = self.position(seen.place)
        end = seen.at + 64 + seen.size
        if seen.place < 128 or seen.watermark > own or end <= covered:
            return False
        if seen.kind == CLOSE and not seen.size and seen.watermark == own and end >= self.used:
            return True
        if seen.follows(former):
            return self.has_right_payload(seen)
        named = own == seen.watermark or seen.kind == OPEN and seen.watermark + 16 == own
        behind = seen.at + 64 + pad4(seen.size)
        if not (named or seen.salt in (first_salt, former[0])) or behind + 64 > self.length:
            return False
        neighbour = self.seen_at(behind)
        return (self.data[behind:behind + 4] == FRAME_MAGIC and neighbour.follows(seen.next)
                and self.has_right_payload(seen) and self.has_right_payload(neighbour))

    def has_right_payload(self, seen):
        start, end = seen.at + 64, seen.at + 64 + seen.size
        return (seen.size <= FRAME_LIMIT and end <= self.length
                and crc32c(self.data[start:end]) == seen.payload_crc)


# The store -------------------------------------------------------------------------------------

class Store:
    """Reads a whole store: segments, frames, commits, records. Keeps the current versions."""

    def __init__(self, path, stop=None):
        """stop: the segment number and offset at which reading ends, as if the log ended there."""
        self.manifest, is_former = Manifest.find(path)
        self.stop = stop
        self.segments, self.schemas, self.layouts, self.known_layouts = [], {}, {}, {}
        self.versions = {}              # entity number -> row -> Version
        self.digests = {0: 0}           # of commits
        self.last, self.last_time, self.torn, self.watermark = 0, None, 0, 0
        self.pending = []
        for line in self.manifest.segments:
            segment = Segment(path, line, self.manifest.store_id)
            self.check_place(segment)
            self.segments.append(segment)
            self.walk(segment)
            if stop and line.number == stop[0]:
                return
            self.check_end(segment)
        for schema in self.schemas.values():
            self.check_newest_layout(schema)
        self.put_reader = PutReader(self.versions.get(0, {}).get)
        if is_former:
            self.check_strangers(path, os.path.lexists(os.path.join(path, "manifest")))
        if self.manifest.checkpoint:
            self.check_checkpoint(path)

    def check_checkpoint(self, path):
        """Compares the checkpoint with the log. A checkpoint that is not used is only a note."""
        try:
            checkpoint = Checkpoint(path, self.manifest)
        except Damage as damage:
            note("the checkpoint is ignored: %s" % damage)
            return
        checkpoint.check(checkpoint.commit <= self.last, 32, "commit number",
                         "up to %d, the end of the log" % self.last, checkpoint.commit)
        if checkpoint.covers_all():
            checkpoint.compare(Store(path, stop=checkpoint.end))
        else:
            note("the checkpoint is ignored: its segments are not the first ones any more")

    def check_strangers(self, path, copies_count):
        """Checks that no other segment of the store has a newer commit, since manifest.old is valid
        only then. Copies of an interrupted recovery or compaction count only if there is a damaged
        manifest."""
        named = {line.number for line in self.manifest.segments}
        for name in os.listdir(path):
            if not re.fullmatch(r"[0-9a-f]{8}\.seg", name) or int(name[:8], 16) in named:
                continue
            line = Line(int(name[:8], 16), "stranger", None, 0, 0, 0, 0)
            try:
                segment = Segment(path, line, self.manifest.store_id)
                newest, counts = 0, copies_count or segment.origin == 1
                for frame in segment.frames():
                    counts = counts or (frame.kind == OPEN and segment.origin == 3)
                    newest = max(newest, frame.commit if counts else 0)
            except Damage:
                continue
            segment.check(newest <= self.last, 0, "commits, by manifest.old",
                          "up to %d" % self.last, newest)

    def check_place(self, segment):
        """Compares the header with the segments read so far."""
        if segment.origin == 2:
            return
        segment.expect(80, "last commit before", self.last, segment.last_before)
        log = {line.number for line in self.manifest.segments if line.ending in ("sealed", "cut")}
        if segment.predecessor in log:
            before = self.segments[-1] if self.segments else segment
            segment.expect(64, "predecessor, chain, length",
                           (before.line.number, before.chain, before.length),
                           (segment.predecessor, segment.predecessor_chain,
                            segment.predecessor_length))

    def walk(self, segment):
        """Reads the frames of one segment. Parts that are pending at its end are void."""
        self.pending = []
        if self.stop == (segment.line.number, segment.end):
            return
        for frame in segment.frames():
            self.watermark = max(self.watermark, frame.watermark)
            if segment.origin == 2:
                self.compacted_frame(segment, frame)
            else:
                self.log_frame(segment, frame)
            if self.stop == (segment.line.number, segment.end):
                return

    def log_frame(self, segment, frame):
        if frame.kind > PRELUDES:
            return
        if frame.kind in (REPLACES, COMPACTED, PRELUDES):
            segment.fail(frame.offset + 4, "kind", "a kind that a log segment may have", frame.kind)
        if frame.is_part:
            return self.part(segment, frame)
        if frame.kind == ABORT:
            return self.abort(segment, frame)
        segment.expect(frame.offset + 24, "commit number", self.last, frame.commit)
        self.other_frame(segment, frame)

    def other_frame(self, segment, frame):
        if frame.kind == SCHEMA:
            self.schema(segment, frame)
        elif frame.kind == LAYOUT:
            self.layout(segment, frame)
        elif frame.kind == SEAL:
            self.seal(segment, frame)

    # Commit

    def part(self, segment, frame):
        """Takes the steps 1 and 2 that decide whether a commit is present."""
        segment.expect(frame.offset + 24, "commit number", self.last + 1, frame.commit)
        segment.expect(frame.offset + 48, "part number", len(self.pending), frame.part)
        segment.expect(frame.offset + 5, "flag 1", not self.pending, bool(frame.flags & FIRST))
        self.pending.append(frame)
        if frame.flags & LAST:
            parts, self.pending = self.pending, []
            self.commit(segment, parts)

    def abort(self, segment, frame):
        """Takes step 3: voids pending parts."""
        p, = struct.unpack("<I", frame.payload)
        if p >= len(self.pending) or self.pending[0].commit != frame.commit:
            segment.fail(frame.offset + 64, "abort: part, commit", "of pending parts",
                         (p, frame.commit))
        del self.pending[p:]

    def commit(self, segment, parts):
        """Applies the parts of a present commit in order."""
        last, crcs = parts[-1], []
        segment.check_prelude(parts[0])
        for frame in parts:
            if frame.kind == RECORDS:
                at = frame.offset + 64 + frame.prelude
                crcs.append(self.records(segment, frame.content, at, frame.count, frame.commit))
            else:
                self.other_frame(segment, frame)
        high = crc32c(b"".join(crcs))
        digest = high << 32 | crc32c(struct.pack("<QI", self.digests[self.last], high))
        found, = struct.unpack("<Q", last.payload[-8:])
        segment.expect(last.offset + 64 + len(last.payload) - 8, "commit digest",
                       "%016x" % digest, "%016x" % found)
        self.last, self.last_time = last.commit, last.time
        self.digests[self.last] = digest
        self.seen(segment, self.last)

    @staticmethod
    def seen(segment, commit):
        segment.first = min(segment.first or commit, commit)
        segment.last = max(segment.last, commit)

    # Records

    def records(self, segment, data, at, count, commit):
        """Reads `count` records that fill data exactly. Returns their CRC fields, joined."""
        offset, crcs = 0, []
        for _ in range(count):
            if offset + 16 > len(data):
                segment.fail(at + offset, "record", "16 bytes", len(data) - offset)
            crc, length, row, layout, kind, nulls = RECORD.unpack_from(data, offset)
            end = offset + pad4(length)
            if length < 16 or end > len(data):
                segment.fail(at + offset + 4, "record length", "within its group", length)
            record = data[offset:offset + length]
            segment.expect(at + offset, "record CRC", crc32c(record[4:]), crc)
            if any(data[offset + length:end]):
                segment.fail(at + offset + length, "record padding", "zeros", "others")
            self.record(segment, at + offset, record, row, layout, kind, nulls, commit)
            crcs.append(record[:4])
            offset = end
        segment.expect(at + offset, "end of the records", len(data), offset)
        return b"".join(crcs)

    def record(self, segment, at, data, row, layout_id, kind, nulls, commit):
        """Reads one record. It is current unless a version of a higher commit was read."""
        kind, flags = kind & 15, kind >> 4
        if kind not in (PUT, TOMBSTONE, EXTERNAL) or flags and kind != PUT or flags & 12:
            segment.fail(at + 14, "record kind and flags", "known", (kind, flags))
        if kind == TOMBSTONE and len(data) != 24 or kind != PUT and nulls:
            segment.fail(at + 4, "length, null bits", "24, 0", (len(data), nulls))
        if kind == TOMBSTONE and layout_id == 0 and any(data[16:]):
            segment.fail(at + 16, "id key", "0, with layout 0", data[16:].hex())
        if row == 0xFFFFFFFF:
            segment.fail(at + 8, "row", "below 0xFFFFFFFF", row)
        if (layout_id == 0) != (kind == EXTERNAL) and (kind != TOMBSTONE):
            segment.fail(at + 12, "layout", "0 of external values only", (kind, layout_id))
        layout = segment.layouts.get(layout_id)
        if layout_id and layout is None:
            segment.fail(at + 12, "layout", "a layout of this segment", layout_id)
        if kind == PUT:
            PutReader.frame_of(layout, data, lambda o, *rest: segment.fail(at + o, *rest))
        rows = self.versions.setdefault(layout.entity if layout else 0, {})
        if row not in rows or rows[row].commit <= commit:
            rows[row] = Version(commit, kind, layout, segment, at, data)
        segment.records += kind != TOMBSTONE
        segment.tombstones += kind == TOMBSTONE

    # Schema and layout

    def schema(self, segment, frame):
        schema = Schema(frame.content, segment.file, frame.offset + 64 + frame.prelude)
        for other in self.schemas.values():
            schema.check(other.number == schema.number
                         or same_name(other.name) != same_name(schema.name),
                         0, "entity", "a name of its own", schema.name)
        former = self.schemas.get(schema.number, schema)
        for number in former.types.keys() & schema.types.keys():
            schema.expect(0, "type of attribute %d" % number, former.types[number],
                          schema.types[number])
            schema.expect(0, "pipeline of attribute %d" % number, former.pipelines[number],
                          same_stages(former.pipelines[number], schema.pipelines[number]))
        for layout in self.known_layouts.values():
            if layout.entity == schema.number:
                self.check_agreement(schema, layout, schema)
        self.schemas[schema.number] = schema
        segment.entities.add(schema.number)

    def layout(self, segment, frame):
        layout = Layout(frame.content, segment.file, frame.offset + 64 + frame.prelude)
        layout.check(layout.entity in segment.entities, 2, "layout: entity number",
                     "a schema frame before it", layout.entity)
        schema = self.schemas[layout.entity]
        layout.expect(12, "id attribute", schema.id_attribute, layout.id_attribute)
        self.check_agreement(schema, layout, layout)
        layout.expect(0, "layout, compared with another frame",
                      self.layouts.setdefault(layout.id, layout.payload), layout.payload)
        segment.layouts[layout.id] = self.known_layouts[layout.id] = layout

    @staticmethod
    def check_agreement(schema, layout, place):
        """Checks that attributes of both have the same type and pipeline."""
        for a in layout.attributes.values():
            place.expect(0, "type of attribute %d" % a.id, schema.types.get(a.id, a.type), a.type)
            for number, sources in schema.sources.items():
                for source in sources:
                    if source.attribute == a.id:
                        found = (source.type, schema.pipelines[number])
                        place.expect(0, "type and pipeline of attribute %d, continued" % a.id,
                                     found, (a.type, same_stages(found[1], a.pipeline)))
            stages = schema.pipelines.get(a.id, a.pipeline)
            place.expect(0, "pipeline of attribute %d" % a.id, stages,
                         same_stages(stages, a.pipeline))

    def check_newest_layout(self, schema):
        """Checks, after everything is read, that the newest layout has exactly the schema's
        attributes."""
        layouts = [x for x in self.known_layouts.values() if x.entity == schema.number]
        newest = max(layouts, key=lambda x: x.id, default=None)
        attributes = newest.attributes.values() if newest else []
        schema.expect(0, "attributes, compared with those of the newest layout", schema.nullable,
                      [(a.id, a.null_bit is not None) for a in attributes])
        for layout in layouts:
            for number, is_nullable in schema.nullable:
                schema.check(is_nullable or schema.has_value(number, layout), 0,
                             "attribute %d" % number, "a default, or a value in all layouts",
                             "none in layout %d" % layout.id)

    # Compacted segments and seals

    def compacted_frame(self, segment, frame):
        at, kind = frame.offset, frame.kind
        segment.expect(at + 5, "flags, part, watermark", (0, 0, 0),
                       (frame.flags, frame.part, frame.watermark))
        if (kind == REPLACES) != (at == 128) or kind not in (REPLACES, SCHEMA, LAYOUT, COMPACTED,
                                                             SEAL) and kind < 128:
            segment.fail(at + 4, "kind", "replaces first, then the kinds of a compacted segment",
                         kind)
        if kind == REPLACES:
            self.replaces(segment, frame)
        elif kind == COMPACTED:
            self.runs(segment, frame)
        elif kind == PRELUDES:
            self.preludes(segment, frame)
        else:
            self.other_frame(segment, frame)
        self.has_runs = kind == COMPACTED
        if kind <= PRELUDES:
            segment.expect(at + 24, "commit number", segment.last, frame.commit)

    def replaces(self, segment, frame):
        data, at = frame.payload, frame.offset + 64
        count, zero = struct.unpack_from("<II", data) if len(data) >= 8 else (0, 0)
        segment.expect(at, "replaces: length, zero", (8 + 8 * count, 0), (len(data), zero))

    def runs(self, segment, frame):
        data, at, offset = frame.payload, frame.offset + 64, 0
        for _ in range(frame.count):
            if offset + 32 > len(data):
                segment.fail(at + offset, "run", "32 bytes", len(data) - offset)
            commit, time, digest, length, count = struct.unpack_from("<QqQII", data, offset)
            if length % 4 or offset + 32 + length > len(data):
                segment.fail(at + offset + 24, "run length", "within the frame, x4", length)
            if commit == 0 or commit < self.last:
                segment.fail(at + offset, "commit number of the run", "%d up" % self.last, commit)
            if commit == self.last:
                segment.expect(at + offset + 8, "time, digest",
                               (self.last_time, self.digests[commit]), (time, digest))
            elif commit == self.last + 1:
                low = crc32c(struct.pack("<QI", self.digests[self.last], digest >> 32))
                segment.expect(at + offset + 16, "low half of the digest", low,
                               digest & 0xFFFFFFFF)
            self.last, self.last_time, self.digests[commit] = commit, time, digest
            self.records(segment, data[offset + 32:offset + 32 + length], at + offset + 32, count,
                         commit)
            self.seen(segment, commit)
            offset += 32 + length
        segment.expect(at + offset, "end of the runs", len(data), offset)

    def preludes(self, segment, frame):
        data, at, offset, last = bytes(frame.payload), frame.offset + 64, 0, 0
        if not self.has_runs:
            segment.fail(frame.offset + 4, "kind", "preludes only behind runs", frame.kind)
        while offset < len(data):
            commit, length, zero = struct.unpack_from("<QII", data + b"\0" * 16, offset)
            if (commit <= last or length % 4 or not 0 < length <= 4096 or zero
                    or offset + 16 + length > len(data)):
                segment.fail(at + offset, "preludes: commit, length, zero",
                             "commits ascend, 4 to 4096 and x4, 0", (commit, length, zero))
            text = data[offset + 16:offset + 16 + length]
            segment.check_prelude(Frame(frame.offset, PRELUDES, 0, length, commit, 0, 0, 0, 0, text))
            offset, last = offset + 16 + length, commit

    def seal(self, segment, frame):
        first, last, records, tombstones, digest, zero = struct.unpack("<QQQQII", frame.payload)
        at = frame.offset + 64
        segment.expect(at, "seal: commits", (segment.first, segment.last), (first, last))
        segment.expect(at + 16, "seal: records, tombstones, digest, zero",
                       (segment.records, segment.tombstones, segment.digest_before, 0),
                       (records, tombstones, digest, zero))
        segment.digest = segment.digest_before

    def check_end(self, segment):
        """Compares the end of a segment with the manifest, or finds a torn tail or corruption."""
        line = segment.line
        if line.ending == "active":
            if segment.stop:
                self.torn = segment.torn_bytes(self.watermark)
                note("torn tail of %d bytes, %d pending parts are void: %s"
                     % (self.torn, len(self.pending), segment.stop))
            purged = max([s.line.purged for s in self.segments if s.line.purged] or [0])
            if purged > self.last:
                segment.fail(0, "last commit of the log", "%d up" % purged, self.last)
            return
        if (segment.last_kind == SEAL) != (line.ending != "cut"):
            segment.fail(segment.length, "last frame", "a seal unless cut", segment.last_kind)
        segment.expect(segment.length, "frames digest, by the manifest", "%08x" % line.digest,
                       "%08x" % segment.digest)
        segment.expect(0, "commits, by the manifest", (line.first, line.last),
                       (segment.first, segment.last))

    # Output

    def objects(self, number):
        """Returns the current puts, by ascending row."""
        rows = self.versions.get(number, {})
        return (rows[row] for row in sorted(rows) if rows[row].kind == PUT)

    def dump(self):
        """Yields the lines of the dump."""
        order = sorted(self.schemas)
        for number in order:
            yield '{"schema":%s}' % self.schemas[number].text
        for number in order:
            schema = self.schemas[number]
            head = '{"entity":%s,"object":{' % text_json(schema.name)
            keys = {name: text_json(name) + ":" for _, name in schema.attributes}
            seen = {attribute: set() for attribute in schema.uniques}
            together = [(parts, set()) for parts, unique in schema.indexes if unique]
            for version in self.objects(number):
                texts, values = [], {}
                for attribute, name, text, value in self.put_reader.attributes(version, schema):
                    texts.append(keys[name] + text)
                    # A value that is only in the schema has no bytes. It is the same for all
                    # objects.
                    kind = 32 if value is None else schema.types[attribute]
                    value = text.encode() if value is None else value
                    if attribute in seen:
                        identity = self.put_reader.identity(kind, value)
                        if identity in seen[attribute]:
                            version.segment.fail(version.offset, name, "one object only", text)
                        seen[attribute].add(identity)
                    values[attribute] = kind, value
                for parts, taken in together:
                    identity = self.put_reader.identity_of_all([values.get(a) for a in parts])
                    if identity in taken:
                        version.segment.fail(version.offset, parts, "one object only", texts)
                    taken |= {identity} - {None}
                yield head + ",".join(texts) + "}}"

    def summary(self):
        active = self.segments[-1]
        return canonical({
            "store": self.manifest.store_id.hex(), "generation": self.manifest.generation,
            "segments": [{"number": "%08x" % s.line.number, "ending": s.line.ending,
                          "origin": ORIGINS[s.origin], "length": s.end,
                          "commits": [s.first, s.last]} for s in self.segments],
            "lastCommit": self.last, "digest": "%016x" % self.digests[self.last],
            "objects": {s.name: sum(1 for _ in self.objects(n)) for n, s in self.schemas.items()},
            "tornBytes": self.torn,
            "clean": active.stop is None and not self.pending
            and active.last_kind in (None, CLOSE)})


# Checkpoints -----------------------------------------------------------------------------------

CHECKPOINT = struct.Struct("<8sHHI16sQqQQQQII40sQQ12sI")
SECTION = struct.Struct("<HHIQQQQII")
COVERED = struct.Struct("<IIQQQQQ")
TOP = struct.Struct("<QIIIHBBII")
NAMED_RUN = struct.Struct("<IIQ")
CATALOG_SECTION, SEGMENTS_SECTION, ROWS, IDS, UNIQUE, INDEX, SEARCH = range(1, 8)
PROBE = "e\u0301\u0323\u1100\u1161\u11a8\U0001e94a\U00011935\U00011930"


def siphash(key, data):
    """Computes SipHash-2-4, as in its paper."""
    mask = 2 ** 64 - 1
    v = [key[0] ^ 0x736f6d6570736575, key[1] ^ 0x646f72616e646f6d,
         key[0] ^ 0x6c7967656e657261, key[1] ^ 0x7465646279746573]

    def turn(x, by):
        return (x << by | x >> (64 - by)) & mask

    def rounds(count):
        for _ in range(count):
            v[0] = (v[0] + v[1]) & mask
            v[2] = (v[2] + v[3]) & mask
            v[1], v[3] = turn(v[1], 13) ^ v[0], turn(v[3], 16) ^ v[2]
            v[0] = turn(v[0], 32)
            v[2] = (v[2] + v[1]) & mask
            v[0] = (v[0] + v[3]) & mask
            v[1], v[3] = turn(v[1], 17) ^ v[2], turn(v[3], 21) ^ v[0]
            v[2] = turn(v[2], 32)

    whole = len(data) // 8 * 8
    words = [data[i:i + 8] for i in range(0, whole, 8)]
    words.append(data[whole:] + bytes(7 - len(data) % 8) + bytes([len(data) % 256]))
    for word in words:
        number = int.from_bytes(word, "little")
        v[3] ^= number
        rounds(2)
        v[0] ^= number
    v[2] ^= 255
    rounds(4)
    return v[0] ^ v[1] ^ v[2] ^ v[3]


def key_of(kind, value, hash_key):
    """Returns the key of an id or a unique value from its stored bytes."""
    if kind >= 64:
        width = SCALARS[kind - 64].width
        keys = [key_of(kind - 64, value[i:i + width], hash_key)
                for i in range(0, len(value), width)]
        return siphash(hash_key, struct.pack("<%dQ" % len(keys), *keys))
    if kind in (32, 34):
        text = unicodedata.normalize("NFC", str(value, "utf-8"))
        return siphash(hash_key, text.encode())
    if kind in (13, 14, 33):
        return siphash(hash_key, value)
    if kind in (1, 9, 15):
        return int.from_bytes(value, "little")
    if kind in (10, 11, 12):
        number, = struct.unpack("<f" if kind == 10 else "<d", value)
        bits, = struct.unpack("<Q", struct.pack("<d", number + 0.0))
        return bits ^ (2 ** 64 - 1 if bits >> 63 else 1 << 63)
    return int.from_bytes(value, "little", signed=kind < 6) + 2 ** 63


def order_key(schema, values, parts):
    """Returns the key of an index. None if it depends on a default, since the log has no bytes
    of defaults."""
    if any(a in values and values[a] is None for a in parts):
        return None
    if len(parts) == 1:
        return order_number(schema.types[parts[0]], values.get(parts[0]))
    text = b"".join(order_bytes(schema.types[a], values.get(a), dict(schema.nullable)[a])
                    for a in parts)
    return int.from_bytes(text[:8].ljust(8, b"\0"), "big")


def order_number(kind, value):
    if value is None:
        return 0
    if kind in (32, 33):
        text = order_text(kind, value)
        return int.from_bytes(text[:7].ljust(7, b"\0") + bytes([min(len(text) + 1, 255)
                              if len(text) < 8 else 255]), "big")
    if kind == 1:
        return value[0] + 1
    if kind in (10, 11, 12):
        number, = struct.unpack("<f" if kind == 10 else "<d", value)
        return 2 ** 64 - 1 if number != number else key_of(12, struct.pack("<d", number), None) + 1
    if kind == 13:
        return min(int.from_bytes(value[:8], "big") + 1, 2 ** 64 - 1)
    if kind == 14:
        return decimal_order(value) + 1
    signed = kind in (2, 3, 4, 5)
    number = int.from_bytes(value, "little", signed=signed)
    return min(number + (1 if kind in (9, 15) else 2 ** 63 + 1), 2 ** 64 - 1)


def element_keys(kind, value):
    """Returns the keys of an index of the elements of an array or of JSON text."""
    if value is None:
        return []
    if kind >= 64:
        width = SCALARS[kind - 64].width
        return sorted({order_number(kind - 64, value[i:i + width])
                       for i in range(0, len(value), width)})
    json_value = json.loads(str(value, "utf-8"), parse_int=float)
    if isinstance(json_value, dict):
        json_value = list(json_value.values())
    return sorted(set(map(json_key, json_value if isinstance(json_value, list) else [])))


def json_key(value):
    if value is None or isinstance(value, bool):
        return 0 if value is None else 1 + value
    if isinstance(value, str):
        return order_number(32, value.encode())
    return order_number(12, struct.pack("<d", value)) if isinstance(value, float) else 1


def order_text(kind, value):
    if kind == 33:
        return bytes(value)
    return unicodedata.normalize("NFC", str(value, "utf-8")).encode()


def order_bytes(kind, value, is_nullable):
    """Returns the bytes that a value adds to the key of an index over several attributes."""
    if value is None:
        return b"\0"
    marker = b"\1" if is_nullable else b""
    if kind in (32, 33):
        text = order_text(kind, value)[:9]
        escaped = b"".join(b"\1" + bytes([b + 1]) if b < 2 else bytes([b]) for b in text)
        return marker + escaped + b"\0"
    if kind in (2, 3, 4, 5):
        width = len(value)
        number = int.from_bytes(value, "little", signed=True) + 2 ** (8 * width - 1)
        return marker + number.to_bytes(width, "big")
    if kind in (1, 6, 7, 8, 9, 15):
        return marker + bytes(value)[::-1]
    if kind == 13:
        return marker + bytes(value[:8])
    return marker + order_number(kind, value).to_bytes(8, "big")


def decimal_order(value):
    mantissa = int.from_bytes(value[:16], "little")
    exponent = int.from_bytes(value[16:17], "little", signed=True)
    if not mantissa:
        return 2 ** 63
    digits = str(mantissa)
    magnitude = (len(digits) + exponent + 256) << 54 | int(digits[:16].ljust(16, "0"))
    return 2 ** 63 - magnitude if value[17] else 2 ** 63 + magnitude


class Checkpoint(Checked):
    """The file of a checkpoint: header, directory and sections."""

    def __init__(self, path, manifest):
        self.manifest, self.path = manifest, path
        self.file = "%08x.ckp" % manifest.checkpoint
        try:
            with open(os.path.join(path, self.file), "rb") as f:
                self.data = f.read()
        except OSError as e:
            self.fail(0, "file", "a readable file", e.strerror)
        self.check(len(self.data) >= 160, 0, "length", "160 up", len(self.data))
        (magic, version, length, count, store_id, self.commit, self.time, self.digest, position,
         last_frame, self.salt, self.chain, directory_crc, self.summary, probe, file_length, zero,
         crc) = CHECKPOINT.unpack_from(self.data)
        self.expect(0, "magic, version, length", (b"\x89NACK\r\n\x1a", 2, 160),
                    (magic, version, length))
        self.expect(156, "header CRC", crc32c(self.data[:156]), crc)
        self.expect(16, "store id", manifest.store_id, store_id)
        self.expect(136, "file length, zero", (len(self.data), bytes(12)), (file_length, zero))
        self.end, self.last_frame = (position >> 32, (position & 2 ** 32 - 1) * 4), last_frame
        directory = self.data[160:160 + count * 48]
        self.expect(84, "directory CRC", crc32c(directory), directory_crc)
        self.expect(128, "key probe", key_of(32, PROBE.encode(), manifest.hash_key), probe)
        self.sections, at = {}, 160 + count * 48
        for fields in SECTION.iter_unpack(directory):
            kind, entity, number, entries, blocks, offset, length, crc, zero = fields
            self.expect(at, "section offset, zero", (at, 0), (offset, zero))
            content = self.data[at:at + length]
            tops = length - blocks * TOP.size if kind in (ROWS, IDS, UNIQUE, INDEX) else 0
            self.expect(at, "section CRC", crc32c(content[tops:]), crc)
            name = kind, entity, number if kind in (UNIQUE, INDEX, SEARCH) else 0
            self.check(name not in self.sections, at, "section", "one of each", name)
            self.sections[name] = number, entries, blocks, content, at
            at += length
        self.expect(at, "end of the sections", len(self.data), at)
        covered = self.sections.pop((SEGMENTS_SECTION, 0, 0), (0, 0, 0, b"", 0))[3]
        self.covered = list(COVERED.iter_unpack(covered))

    def covers_all(self):
        """Returns whether the segments are the first ones of the manifest."""
        lines = self.manifest.segments
        good = 0 < len(self.covered) <= len(lines)
        for place, (covered, line) in enumerate(zip(self.covered, lines)):
            last = place == len(self.covered) - 1
            good = good and covered[0] == line.number
            good = good and (last or covered[2] == line.length)
        return good and self.end == (self.covered[-1][0], self.covered[-1][2])

    def compare(self, store):
        """Compares everything with the log up to the same place."""
        segment = store.segments[-1]
        self.expect(56, "log position", self.end, (segment.line.number, segment.end))
        self.expect(64, "last frame", segment.position(segment.last_at), self.last_frame)
        self.expect(72, "salt", segment.salt, self.salt)
        self.expect(80, "chain", segment.chain, self.chain)
        self.expect(32, "commit, digest, time",
                    (store.last, store.digests[store.last], store.last_time or 0),
                    (self.commit, self.digest, self.time))
        summary = (segment.first, segment.last, segment.records, segment.tombstones,
                   segment.digest, 0)
        self.expect(88, "segment summary", struct.pack("<QQQQII", *summary), self.summary)
        self.compare_catalog(store)
        self.compare_rows(store, 0)
        reader = PutReader(store.versions.get(0, {}).get)
        for number, schema in store.schemas.items():
            self.compare_rows(store, number)
            trees = {attribute: [] for attribute in schema.uniques}
            indexes = [[] for _ in schema.indexes]
            conditional = [[] for _ in schema.conditional]
            for row, version in sorted(store.versions.get(number, {}).items()):
                if version.kind != PUT:
                    continue
                for attribute, _, _, value in reader.attributes(version, schema):
                    # For a value that equals the default, the log has no bytes.
                    if attribute in trees and value is not None:
                        key = key_of(schema.types[attribute], value, self.manifest.hash_key)
                        trees[attribute].append((key, row))
                    elif attribute in trees:
                        trees[attribute].append((None, row))
                values = {a: v for a, _, _, v in reader.attributes(version, schema)}
                for entries, parts in zip(conditional, schema.conditional):
                    if all(a in values for a in parts):
                        entries.append((self.key_of_all(schema, values, parts), row))
                for entries, (parts, unique) in zip(indexes, schema.indexes):
                    if not unique and schema.types[parts[0]] >= 34:
                        kind, value = schema.types[parts[0]], values.get(parts[0])
                        # For a value that equals the default, the log has no bytes.
                        known = parts[0] not in values or value is not None
                        keys = element_keys(kind, value) if known else [None]
                        entries.extend((key, row) for key in keys)
                    elif not unique:
                        entries.append((order_key(schema, values, parts), row))
                    elif all(a in values for a in parts):
                        entries.append((self.key_of_all(schema, values, parts), row))
            for attribute, entries in trees.items():
                is_id = attribute == schema.id_attribute
                name = (IDS, number, 0) if is_id else (UNIQUE, number, attribute)
                self.compare_tree(name, entries)
            for place, entries in enumerate(indexes + conditional):
                self.compare_tree((INDEX, number, place), entries, place >= len(indexes))
            for place in range(schema.searches):
                self.check_search((SEARCH, number, place), store.versions.get(number, {}))
        self.check(not self.sections, 160, "sections", "those of the catalog",
                   sorted(self.sections))

    def check_search(self, name, versions):
        """Checks the runs of an index of full texts: their form, and that they have only rows of
        objects. Without them the index is made from the texts, which this program does not do."""
        if name not in self.sections:
            return
        _, count, blocks, content, at = self.sections.pop(name)
        named = list(NAMED_RUN.iter_unpack(content))
        self.expect(at, "entries, blocks", (len(named), 0), (count, blocks))
        live = {row for row, v in versions.items() if v.kind == PUT}
        rows, documents, length = {}, 0, 0
        for number, checksum, size in named:
            try:
                run = Run(self.path, number, checksum, size)
            except Damage as damage:
                return note("an index of texts is made again: %s" % damage)
            for row in run.touched:
                rows.pop(row, None)
            rows.update(zip(run.rows, run.lengths))
            documents += len(run.rows) - run.touched_documents
            length += sum(run.lengths) - run.touched_sum
        self.check(set(rows) <= live, at, "rows of runs", "those of objects", set(rows) - live)
        self.expect(at, "documents, length sum", (len(rows), sum(rows.values())),
                    (documents, length))

    def key_of_all(self, schema, values, parts):
        """Returns the key of values that are unique together. None if it depends on a default."""
        if any(values[a] is None for a in parts):
            return None
        keys = [key_of(schema.types[a], values[a], self.manifest.hash_key) for a in parts]
        if len(keys) == 1:
            return keys[0]
        return siphash(self.manifest.hash_key, struct.pack("<%dQ" % len(keys), *keys))

    def section(self, name):
        self.check(name in self.sections, 160, "section", name, "none")
        return self.sections.pop(name)

    def compare_catalog(self, store):
        content, at = self.section((CATALOG_SECTION, 0, 0))[3:]
        found, offset = [], 0
        while offset < len(content):
            kind, length = struct.unpack_from("<II", content, offset)
            found.append((kind, bytes(content[offset + 8:offset + 8 + length])))
            offset += 8 + (length + 7) // 8 * 8
        expected = []
        for number in sorted(store.schemas):
            expected.append((SCHEMA, store.schemas[number].payload))
            expected += [(LAYOUT, bytes(x.payload)) for _, x in
                         sorted(store.known_layouts.items()) if x.entity == number]
        self.expect(at, "catalog", expected, found)

    def blocks(self, section):
        """Yields base key, base row, key differences, their width and row differences."""
        _, _, blocks, content, start = section
        tops = len(content) - blocks * TOP.size
        at = 0
        for top in range(tops, len(content), TOP.size):
            key, row, first, distance, count, k, r, crc, zero = TOP.unpack_from(content, top)
            self.check(count and k <= 8 and r <= 4, start + top, "top", "known widths", (k, r))
            self.expect(start + top, "distance", top - at, distance * 8)
            end = at + (count * (k + r) + 7) // 8 * 8
            self.expect(start + top, "CRC, zero", (crc32c(content[at:end]), 0), (crc, zero))
            rows = at + count * k
            keys = [int.from_bytes(content[at + i * k:at + i * k + k], "little")
                    for i in range(count)]
            rows = [int.from_bytes(content[rows + i * r:rows + i * r + r], "little")
                    for i in range(count)]
            self.expect(start + top, "first row", row + rows[0], first)
            yield key, row, k, keys, rows
            at = end
        self.expect(start + at, "end of the blocks", tops, at)

    def compare_rows(self, store, number):
        versions = store.versions.get(number, {})
        section = self.section((ROWS, number, 0))
        found = {}
        for key, row, k, keys, _ in self.blocks(section):
            for place, difference in enumerate(keys):
                if difference != 256 ** k - 1:
                    found[row + place] = key + difference
        expected = {row: v.segment.position(v.offset) for row, v in versions.items()
                    if v.kind != TOMBSTONE}
        self.expect(section[4], "rows of entity %d" % number, expected, found)
        self.expect(section[4], "entries", len(expected), section[1])
        self.check(max(versions, default=-1) < section[0], section[4], "end of the rows",
                   "above %d" % max(versions, default=-1), section[0])

    def compare_tree(self, name, entries, may_lack_some=False):
        """Compares the entries of a section with those of the objects. `may_lack_some`: only those
        that match a condition are there, which this program does not evaluate."""
        section = self.section(name)
        found = [(key + a, row + b) for key, row, _, keys, rows in self.blocks(section)
                 for a, b in zip(keys, rows)]
        self.check(found == sorted(set(found)), section[4], "entries", "ascending", "others")
        self.expect(section[4], "entries", len(found), section[1])
        keys = {}
        for key, row in found:
            keys.setdefault(row, []).append(key)
        known = sorted((k, row) for key, row in entries
                       for k in (keys.get(row, []) if key is None else [key]))
        if may_lack_some:
            known = sorted(set(known) & set(found))
        self.expect(section[4], "entries of %s" % (name,), known, found)


class Run(Checked):
    """A run of an index of full texts, read and checked as a whole."""
    HEADER = struct.Struct("<8sIIIIIIQQQII")

    def __init__(self, path, number, checksum, size):
        self.file = "%08x.run" % number
        try:
            with open(os.path.join(path, self.file), "rb") as f:
                self.data = f.read()
        except OSError as e:
            self.fail(0, "file", "a readable file", e.strerror)
        self.check(len(self.data) == size >= 128, 0, "size", size, len(self.data))
        (magic, version, self.fields, documents, touched, self.touched_documents, terms,
         length_sum, self.touched_sum, postings, first, width) = self.HEADER.unpack_from(self.data)
        self.expect(0, "magic, version", (b"NacreRun", 1), (magic, version))
        crc, zero = struct.unpack_from("<II", self.data, 120)
        self.expect(120, "header CRC", (crc32c(self.data[:120]), checksum, 0), (crc, crc, zero))
        self.check(1 <= self.fields <= 16, 12, "fields", "1 to 16", self.fields)
        self.read_sections()
        self.rows = self.numbers(self.section[3]) or list(range(first, first + documents))
        self.check(len(self.rows) == documents and (not documents or self.rows[0] == first)
                   and all(a < b for a, b in zip(self.rows, self.rows[1:])),
                   self.section[3][0], "rows", "%d, ascending" % documents, len(self.rows))
        self.lengths = self.packed(self.section[4][0], width, documents)
        self.expect(32, "length sum", sum(self.lengths), length_sum)
        self.at, self.touched, row = self.section[5][0], [], -1
        for _ in range(touched):
            row += 1 + self.varint()
            self.touched.append(row)
        self.expect(self.at, "end of touched rows", self.section[5][1], self.at)
        self.read_terms(terms, postings)

    def read_sections(self):
        self.section, at = [], 128
        for place in range(7):
            length, crc = struct.unpack_from("<II", self.data, 64 + 8 * place)
            self.expect(64 + 8 * place, "section CRC", crc32c(self.data[at:at + length]), crc)
            self.section.append((at, at + length))
            end = (at + length + 7) // 8 * 8
            self.check(not any(self.data[at + length:end]), at + length, "padding", "zeros", "")
            at = end
        self.expect(at, "end of the sections", len(self.data), at)
        pieces = self.data[128:self.section[1][1]]
        self.expect(self.section[6][0], "checksums of pieces",
                    [crc32c(pieces[at:at + 65536]) for at in range(0, len(pieces), 65536)],
                    self.numbers(self.section[6]))

    def numbers(self, section):
        return [n for n, in struct.iter_unpack("<I", self.data[section[0]:section[1]])]

    def packed(self, at, width, count):
        bits = int.from_bytes(self.data[at:at + (width * count + 7) // 8], "little")
        return [bits >> n * width & (1 << width) - 1 for n in range(count)]

    def byte(self):
        self.check(self.at < len(self.data), self.at, "byte", "one more", "the end")
        self.at += 1
        return self.data[self.at - 1]

    def varint(self):
        value, shift = 0, 0
        while True:
            byte = self.byte()
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                return value

    def read_terms(self, count, postings):
        start, end = self.section[0]
        self.at, term, total = self.section[1][0], b"", 0
        for number in range(count):
            shared = 0
            if number % 32:
                shared = self.byte()
            else:
                self.expect(self.at, "block of terms", (self.at - self.section[1][0], start - 128),
                            struct.unpack_from("<II", self.data, self.section[2][0] + number // 4))
            more, former = self.byte(), term
            term = term[:shared] + self.data[self.at:self.at + more]
            self.check(former < term and shared <= len(former), self.at, "term", "ascending", term)
            self.at += more
            head = self.varint()
            removed = self.varint() if head & 1 else 0
            self.check(head and removed <= len(self.touched), self.at, "counts", "some", head)
            if head >> 1:
                length, place = self.varint(), self.at
                self.read_list(start, start + length, head >> 1)
                start, self.at = start + length, place
            total += head >> 1
        self.expect(self.at, "end of the terms", self.section[1][1], self.at)
        self.expect(start, "end of the lists", end, start)
        self.expect(48, "postings", total, postings)

    def read_list(self, start, end, count):
        self.at, entries = start, []
        if count < 128:
            self.read_partial(count, entries)
        else:
            stride, blocks = 14 + self.fields, (count + 127) // 128
            first = self.at = start + blocks * stride
            for block in range(blocks):
                known = len(entries)
                if count - known < 128:
                    self.read_partial(count - known, entries)
                else:
                    self.read_full(entries)
                skip = start + block * stride
                ordinal, block_end, _, least = struct.unpack_from("<IIIH", self.data, skip)
                lengths = [self.lengths[o] for o, _ in entries[known:]]
                most = [min(255, max(f.get(n, 0) for _, f in entries[known:]))
                        for n in range(self.fields)]
                self.expect(skip, "skip entry",
                            (entries[-1][0], self.at - first, min(65535, *lengths), most),
                            (ordinal, block_end, least,
                             list(self.data[skip + 14:skip + stride])))
        self.check(entries[-1][0] < len(self.rows), start, "ordinal", len(self.rows), entries[-1])
        for _, frequencies in entries:
            for frequency in frequencies.values():
                for _ in range(frequency):
                    self.varint()
        self.expect(start, "end of the list", end, self.at)

    def read_partial(self, count, entries):
        last = entries[-1][0] if entries else -1
        for _ in range(count):
            number = self.varint()
            last += (number >> 1) + 1
            if number & 1:
                mask = self.varint() if self.fields > 1 else 1
                found = {f: self.varint() for f in range(self.fields) if mask >> f & 1}
            else:
                found = {self.byte() if self.fields > 1 else 0: 1}
            entries.append((last, found))

    def read_full(self, entries):
        mask = self.byte() | self.byte() << 8 if self.fields > 1 else 1
        width = self.byte()
        fields = [f for f in range(self.fields) if mask >> f & 1]
        widths = [self.byte() for _ in fields]
        last = entries[-1][0] if entries else -1
        ordinals = self.packed(self.at, width, 128)
        self.at += 16 * width
        columns = []
        for bits in widths:
            columns.append([n + (len(fields) == 1) for n in self.packed(self.at, bits, 128)])
            self.at += 16 * bits
        for place in range(128):
            last += ordinals[place] + 1
            entries.append((last, {f: c[place] for f, c in zip(fields, columns) if c[place]}))


def check(paths):
    """Prints one line for each store: "sound" or its first defect."""
    for path in paths:
        try:
            list(Store(path).dump())
            print("sound")
        except Damage as damage:
            print(damage)


def decompress(paths):
    """Prints one line for each file with an LZ4 block: its content in hex, or its defect."""
    for path in paths:
        try:
            with open(path, "rb") as f:
                print(LZ4Block(f.read(), os.path.basename(path)).content().hex())
        except Damage as damage:
            print(damage)


def main(arguments):
    if arguments[:1] == ["--check"]:
        return check(arguments[1:])
    if arguments[:1] == ["--lz4"]:
        return decompress(arguments[1:])
    summary = "--summary" in arguments
    paths = [a for a in arguments if a != "--summary"]
    if len(paths) != 1:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        store = Store(paths[0])
        lines = list(store.dump())
    except Damage as damage:
        print(damage, file=sys.stderr)
        return 1
    text = store.summary() + "\n" if summary else "".join(line + "\n" for line in lines)
    sys.stdout.buffer.write(text.encode("utf-8"))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
