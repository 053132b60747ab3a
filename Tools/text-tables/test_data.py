"""Writes what the tests compare with: the cases of Unicode's own test files, in a short form."""

import pathlib

NOTICE = """# {title}, Unicode {version}, shortened by Tools/text-tables/generate.py.
# Copyright 1991-2022 Unicode, Inc. https://www.unicode.org/license.txt: permission is granted to
# use, copy, modify and distribute the data files provided that this notice is kept and that
# changes are stated. The data is provided "as is", without warranty of any kind.
"""


def write(data, folder):
    files = {
        "WordBreakTest.txt": ("Words, separated by |", word_breaks(data)),
        "CaseFolding.txt": ("Characters and their full case folding", case_foldings(data)),
        "EmojiSequences.txt": ("Emoji sequences", emoji_sequences(data)),
    }
    for name, (title, lines) in files.items():
        notice = NOTICE.format(title=title, version=data.version)
        (folder / name).write_text(notice + "\n".join(lines) + "\n")


def hexadecimal(codes):
    return " ".join(f"{code:X}" for code in codes)


def word_breaks(data):
    path = pathlib.Path(data.folder) / "auxiliary" / "WordBreakTest.txt"
    for line in path.read_text(encoding="utf-8").splitlines():
        line = line.split("#")[0].strip()
        if not line:
            continue
        words = line.strip("\u00F7 ").split("\u00F7")
        codes = [[int(code, 16) for code in word.split("\u00D7")] for word in words]
        yield "|".join(hexadecimal(word) for word in codes)


def case_foldings(data):
    for code, mapping in sorted(data.folding.items()):
        yield f"{code:X}>{hexadecimal(mapping)}"


def emoji_sequences(data):
    for name in ("emoji-sequences.txt", "emoji-zwj-sequences.txt"):
        for fields in data.lines("emoji/" + name):
            if ".." in fields[0]:
                yield from (f"{code:X}" for code in data.codes(fields[0]))
            else:
                yield hexadecimal(int(code, 16) for code in fields[0].split())
