#!/usr/bin/env python3
"""Checks the tool on real data against answers that Python computes from the same files.

    Tests/RealData/check.py NACRE DATA

NACRE is the built tool, and DATA a folder with cities.jsonl, countries.jsonl and states.csv. The
check imports these files. It compares the dump with the input as JSON values, and the results of
more than thirty fetches with the same filters written in Python. The independent reader reads the
store as well. The check repeats all of this after a compaction. It prints a line for each step, and
the first difference. If there is one, the exit code is 1.
"""

import csv
import decimal
import json
import os
import subprocess
import sys
import tempfile
import time
import unicodedata

HERE = os.path.dirname(os.path.abspath(__file__))
READER = os.path.join(HERE, "..", "IndependentReader", "reader.py")


def run(*command):
    """Returns a command's standard output as text. A failure ends the check."""
    done = subprocess.run(command, capture_output=True)
    if done.returncode != 0:
        sys.exit("failed (%d): %s\n%s" % (done.returncode, " ".join(command), done.stderr.decode()))
    return done.stdout.decode()


def json_lines(path):
    with open(path, encoding="utf-8") as file:
        return [json.loads(line) for line in file if line.strip()]


def csv_objects(path):
    """Reads rows with types as the tool infers them: integers, doubles, decimals or text. An empty
    field is null."""
    with open(path, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    for name in rows[0]:
        values = [row[name] for row in rows if row[name] != ""]
        for convert in (integer, double, exact, str):
            try:
                [convert(value) for value in values]
            except ValueError:
                continue
            for row in rows:
                row[name] = convert(row[name]) if row[name] != "" else None
            break
    return rows


def integer(text):
    value = int(text)
    if str(value) != text:
        raise ValueError(text)
    return value


def double(text):
    """Converts text that is spelled like a double or an integer."""
    value = float(text)
    if text not in (repr(value), str(int(value))):
        raise ValueError(text)
    return value


def exact(text):
    """Converts a fraction that a double would spell differently to a decimal."""
    digits = text.lstrip("-")
    if digits[:1] == "0" and digits[1:2] not in ("", "."):
        raise ValueError(text)
    try:
        return decimal.Decimal(text)
    except decimal.InvalidOperation:
        raise ValueError(text)


def json_form(value):
    """Returns a value as in the dump: decimals are texts without trailing zeros."""
    return format(value.normalize(), "f") if isinstance(value, decimal.Decimal) else value


def without_nulls(thing):
    return {name: json_form(value) for name, value in thing.items() if value is not None}


def nfc(text):
    return unicodedata.normalize("NFC", text)


def starts(text, prefix):
    return text is not None and nfc(text).startswith(nfc(prefix))


def less(value, bound):
    """Returns whether a value is less than a bound. A comparison with nil is false."""
    return value is not None and value < bound


def more(value, bound):
    return value is not None and value > bound


# (entity, the tool's filter, the same filter in Python, sort keys as (name, descending))
QUERIES = [
    ("City", 'population >= 1000000', lambda o: more(o["population"], 999999), []),
    ("City", 'population > 1000000 && country_code == "CN"',
     lambda o: more(o["population"], 1000000) and o["country_code"] == "CN", [("population", True)]),
    ("City", 'country_code == "NO" || country_code == "AR"',
     lambda o: o["country_code"] in ("NO", "AR"), [("name", False)]),
    ("City", 'population == nil', lambda o: o["population"] is None, []),
    ("City", 'population != nil', lambda o: o["population"] is not None, [("population", False)]),
    ("City", '!(population > 1000)', lambda o: not more(o["population"], 1000), []),
    ("City", 'population <= 1000', lambda o: less(o["population"], 1001), [("population", True)]),
    ("City", 'population in 10000...20000',
     lambda o: o["population"] is not None and 10000 <= o["population"] <= 20000, [("name", False)]),
    ("City", 'population in 10_000..<10_100',
     lambda o: o["population"] is not None and 10000 <= o["population"] < 10100, []),
    ("City", 'population in ...99', lambda o: less(o["population"], 100), []),
    ("City", 'population in 5000000...', lambda o: more(o["population"], 4999999), []),
    ("City", 'name.hasPrefix("San ")', lambda o: starts(o["name"], "San "), [("name", False)]),
    ("City", 'name.hasPrefix("\\u{C1}")', lambda o: starts(o["name"], "\u00c1"), []),
    ("City", 'name.hasSuffix("burg")', lambda o: o["name"].endswith("burg"), [("name", True)]),
    ("City", 'name.contains("ville")', lambda o: "ville" in o["name"], []),
    ("City", 'name.contains("VILLE", .caseInsensitive)',
     lambda o: "ville" in o["name"].lower(), []),
    ("City", 'name.hasPrefix("new", .caseInsensitive)',
     lambda o: o["name"].lower().startswith("new"), []),
    ("City", 'type in ["adm1", "adm2"]', lambda o: o["type"] in ("adm1", "adm2"), []),
    ("City", 'type == "city" && parent_id != nil && level == nil',
     lambda o: o["type"] == "city" and o["parent_id"] is not None and o["level"] is None, []),
    ("City", 'id in [637, 638, 99999999]', lambda o: o["id"] in (637, 638), []),
    ("City", 'timezone == "Europe/Vienna" && population >= 10000',
     lambda o: o["timezone"] == "Europe/Vienna" and more(o["population"], 9999),
     [("population", True), ("name", False)]),
    ("City", 'created_at < "2019-10-06"', lambda o: less(o["created_at"], "2019-10-06"),
     [("created_at", False)]),
    ("City", 'wikiDataId == nil', lambda o: o["wikiDataId"] is None, []),
    ("City", 'translations == nil', lambda o: o["translations"] is None, []),
    ("City", 'true', lambda o: True, [("country_code", False), ("population", True)]),
    ("City", '(population > 100000 && type == "city") || (population > 500000 && type != "city")',
     lambda o: (more(o["population"], 100000) and o["type"] == "city")
     or (more(o["population"], 500000) and o["type"] != "city"), [("type", False)]),
    ("City", '!(country_code == "US") && !(country_code in ["CN", "AR"])',
     lambda o: o["country_code"] not in ("US", "CN", "AR"), [("state_code", True)]),
    ("Country", 'region == "Europe" && population > 10000000',
     lambda o: o["region"] == "Europe" and more(o["population"], 10000000), [("population", True)]),
    ("Country", 'gdp == nil', lambda o: o["gdp"] is None, [("name", False)]),
    ("Country", 'area_sq_km > 1000000', lambda o: more(o["area_sq_km"], 1000000),
     [("area_sq_km", True)]),
    ("Country", 'area_sq_km in 100.5..<1000', lambda o: o["area_sq_km"] is not None
     and 100.5 <= o["area_sq_km"] < 1000, [("area_sq_km", False)]),
    ("Country", 'numeric_code == "004"', lambda o: o["numeric_code"] == "004", []),
    ("Country", 'native.hasPrefix("\\u{C5}")', lambda o: starts(o["native"], "\u00c5"), []),
    ("Country", 'emoji == "\\u{1F1F3}\\u{1F1F4}"',
     lambda o: o["emoji"] == "\U0001F1F3\U0001F1F4", []),
    ("Country", 'currency != "EUR" && subregion == "Southern Europe"',
     lambda o: o["currency"] != "EUR" and o["subregion"] == "Southern Europe", []),
    ("State", 'population == nil && country_code == "AF"',
     lambda o: o["population"] is None and o["country_code"] == "AF", []),
    ("State", 'type == "province" && latitude > 60', lambda o: o["type"] == "province"
     and more(o["latitude"], 60), [("latitude", True)]),
    ("State", 'latitude in -1.0...1.0', lambda o: o["latitude"] is not None
     and -1 <= o["latitude"] <= 1, [("longitude", False)]),
    ("State", 'fips_code == "01"', lambda o: o["fips_code"] == "01", [("name", False)]),
    ("State", 'iso3166_2.hasPrefix("NO-")', lambda o: starts(o["iso3166_2"], "NO-"), []),
    ("State", 'parent_id != nil', lambda o: o["parent_id"] is not None, [("parent_id", False)]),
]


def sort_value(value):
    """Returns a sort key: nil is first, and text is ordered by normalised scalars, like Swift's
    String."""
    if value is None:
        return (0,)
    return (1, nfc(value) if isinstance(value, str) else value)


def expected(objects, test, sorts):
    found = sorted((o for o in objects if test(o)), key=lambda o: o["id"])
    for name, descending in reversed(sorts):
        found.sort(key=lambda o: sort_value(o[name]), reverse=descending)
    return found


def check_queries(nacre, store, data):
    checked = 0
    for entity, text, test, sorts in QUERIES:
        options = []
        for name, descending in sorts:
            options += ["--sort", ("-" if descending else "") + name]
        want = expected(data[entity], test, sorts)
        for limit, offset in ((None, 0), (7, 3)):
            page = list(options)
            part = want[offset:]
            if limit is not None:
                page += ["--limit", str(limit), "--offset", str(offset)]
                part = part[:limit]
            out = run(nacre, "fetch", store, entity, "--where", text, "--format", "jsonl", *page)
            got = [json.loads(line) for line in out.splitlines()]
            if [without_nulls(o) for o in got] != [without_nulls(o) for o in part]:
                ids = [o["id"] for o in got][:10], [o["id"] for o in part][:10]
                sys.exit("fetch %s --where '%s' %s: %d objects, expected %d; ids %s, expected %s"
                         % (entity, text, page, len(got), len(part), *ids))
        count = int(run(nacre, "count", store, entity, "--where", text).split()[0].replace(",", ""))
        if count != len(want):
            sys.exit("count %s --where '%s': %d, expected %d" % (entity, text, count, len(want)))
        checked += 1
    return checked


def check_dump(text, data):
    """Checks that the dump has exactly the input's objects, as JSON values. An absent value equals
    null."""
    found = {entity: {} for entity in data}
    for line in text.splitlines():
        item = json.loads(line)
        if "object" in item:
            found[item["entity"]][item["object"]["id"]] = item["object"]
    for entity, objects in data.items():
        want = {o["id"]: without_nulls(o) for o in objects}
        got = {key: without_nulls(o) for key, o in found[entity].items()}
        if got != want:
            bad = next(key for key in want if got.get(key) != want[key])
            sys.exit("dump: %s %s is %s, expected %s" % (entity, bad, got.get(bad), want[bad]))


def timed(what, action):
    start = time.time()
    result = action()
    print("%-58s %6.2f s" % (what(result) if callable(what) else what, time.time() - start))
    return result


def main():
    nacre, folder = sys.argv[1], sys.argv[2]
    files = {"City": "cities.jsonl", "Country": "countries.jsonl", "State": "states.csv"}
    data = {}
    for entity, name in files.items():
        path = os.path.join(folder, name)
        data[entity] = csv_objects(path) if name.endswith(".csv") else json_lines(path)
    with tempfile.TemporaryDirectory() as temporary:
        store = os.path.join(temporary, "atlas.nacre")
        for entity, name in files.items():
            timed("import %s" % name, lambda: run(
                nacre, "import", store, "--entity", entity, "--id", "id",
                os.path.join(folder, name)))
        for stage in ("as imported", "compacted"):
            if stage == "compacted":
                timed("compact", lambda: run(nacre, "compact", store))
            timed("verify, %s" % stage, lambda: run(nacre, "verify", store))
            dump = timed("dump, %s" % stage, lambda: run(nacre, "dump", store))
            timed("  equals the input as JSON values", lambda: check_dump(dump, data))
            timed("  equals the independent reader's, byte for byte",
                  lambda: dump == run(sys.executable, READER, store)
                  or sys.exit("the independent reader's dump differs"))
            timed(lambda n: "%d filters fetch and count what Python computes" % n,
                  lambda: check_queries(nacre, store, data))
        copy = os.path.join(temporary, "copy.nacre")
        lines = os.path.join(temporary, "atlas.jsonl")
        with open(lines, "w", encoding="utf-8") as file:
            file.write(dump)
        timed("load of the dump", lambda: run(nacre, "load", copy, lines))
        timed("  dumps the same bytes", lambda: run(nacre, "dump", copy) == dump
              or sys.exit("the dump of the loaded store differs"))
    print("real data: all as expected")


if __name__ == "__main__":
    main()
