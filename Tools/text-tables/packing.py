"""Packs numbers into bytes, and bytes into a string of a Swift file."""

DOCUMENTATION = {
    "records": [
        "The properties of characters, packed; Tools/text-tables/generate.py says how. Read by",
        "``CharacterTable``.",
    ],
    "runs": ["The number of the record of each character, in order: pairs of record and count."],
    "compositions": [
        "The canonical compositions: the difference to the last composed character, that to its",
        "first part, and its second part.",
    ],
}
COLUMNS = 88


class Stream:
    """Numbers as bytes of seven bits, the lowest first; all but the last have the highest bit."""

    def __init__(self):
        self.data = bytearray()

    def number(self, value):
        while value >= 0x80:
            self.data.append(value & 0x7F | 0x80)
            value >>= 7
        self.data.append(value)

    def signed(self, value):
        self.number(value << 1 if value >= 0 else ~value << 1 | 1)

    def bytes(self, data):
        self.data += data


def characters(data):
    """Returns six bits in each character: "?" and those after it, with "!" for the backslash."""
    bits = int.from_bytes(data, "big") << -len(data) * 8 % 6
    count = (len(data) * 8 + 5) // 6
    text = "".join(chr(0x3F + (bits >> 6 * place & 0x3F)) for place in reversed(range(count)))
    return text.replace("\\", "!")


def swift_file(name, stream, version, command):
    """Returns the text of a Swift file that has the bytes as a string."""
    text = characters(stream.data)
    lines = [text[start:start + COLUMNS] for start in range(0, len(text), COLUMNS)]
    isFirst = name == "records"
    result = [
        f"// Made from the data files of Unicode {version} by {command}",
        "// Do not edit. Copyright of the data: Unicode, Inc., https://www.unicode.org/license.txt",
        "",
    ]
    if isFirst:
        result += [
            "/// Properties of characters from the Unicode Character Database, as strings.",
            "enum UnicodeTables {",
            "    /// The version of Unicode that the tables are made from.",
            f'    static let version = "{version}"',
            "",
        ]
    else:
        result += ["extension UnicodeTables {"]
    result += [f"    /// {line}" for line in DOCUMENTATION[name]]
    result += [f'    static let {name} = """']
    result += [f"        {line}\\" for line in lines[:-1]] + [f"        {lines[-1]}"]
    result += ['        """', "}", ""]
    return "\n".join(result)
