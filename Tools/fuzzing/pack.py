"""Packs the files of a folder into one file. Each input is stored as its length, in four bytes with
the lowest first, and its bytes. The shortest inputs come first. An input that would make the file
larger than 32 KiB is left out.

    pack.py FOLDER FILE
"""

import pathlib
import struct
import sys

SIZE_MAX = 32 * 1024

folder, file = map(pathlib.Path, sys.argv[1:])
packed = b""
inputs = sorted((path.read_bytes() for path in folder.iterdir()), key=lambda data: (len(data), data))
for data in inputs:
    entry = struct.pack("<I", len(data)) + data
    if len(packed) + len(entry) <= SIZE_MAX:
        packed += entry
file.parent.mkdir(parents=True, exist_ok=True)
file.write_bytes(packed)
print(f"{file}: {len(packed)} bytes")
