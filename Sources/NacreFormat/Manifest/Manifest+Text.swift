extension Manifest {
    /// The file's bytes.
    package var encoded: [UInt8] {
        var text = "nacre \(Format.version)\n"
        text += "store \(storeID)\n"
        text += "generation \(generation)\n"
        text += "hashkey \(hashKey.high.hex)\(hashKey.low.hex)\n"
        for segment in segments {
            text += "segment \(segment.number) \(segment.ending.rawValue) length=\(segment.length)"
            text += " commits=\(segment.firstCommit)...\(segment.lastCommit)"
            text += " purged=\(segment.purgedAsOf) digest=\(segment.digest.hex)\n"
        }
        text += "active \(active)\n"
        if let checkpoint { text += "checkpoint \(checkpoint.hex)\n" }
        let body = Array(text.utf8)
        return body + Array("crc \(body.withView(\.crc).hex)\n".utf8)
    }

    /// Reads and checks a manifest file.
    package static func decode(_ bytes: [UInt8]) throws(FormatError) -> Manifest {
        try bytes.withView { view throws(FormatError) in
            var parser = try ManifestParser(view)
            return try parser.parse()
        }
    }
}

/// Reads the lines of a manifest, one field after another.
private struct ManifestParser {
    private var lines: ArraySlice<Substring>
    /// Of the line at hand, in the file.
    private var offset = 0

    /// Checks the last line, the CRC of all bytes before it.
    init(_ view: ByteView) throws(FormatError) {
        guard let text = view.string else {
            throw Self.error(.badValue, "text", 0, "UTF-8", "other bytes")
        }
        // The version first: a newer manifest may have no crc line as we know it.
        let version = Self.pieces(text[...], "\n")[0]
        guard version.hasPrefix("nacre ") else {
            throw Self.error(.badMagic, "first line", 0, "nacre \(Format.version)", "other text")
        }
        guard version == "nacre \(Format.version)" else {
            let found = version.dropFirst(6).prefix(20)
            throw Self.error(.unsupported, "version", 0, "\(Format.version)", String(found))
        }
        let crcLineSize = "crc 00000000\n".utf8.count
        guard view.count > crcLineSize, text.hasSuffix("\n") else {
            throw Self.error(.truncated, "crc", view.count, "a last line", "none")
        }
        let body = view[0..<view.count - crcLineSize]
        let found = view[body.count..<view.count].string ?? ""
        let expected = "crc \(body.crc.hex)\n"
        guard found == expected else {
            throw Self.error(
                .badChecksum, "crc", body.count, String(expected.dropLast()),
                String(found.dropLast()))
        }
        let lines = Self.pieces((body.string ?? "")[...], "\n")
        guard let rest = lines.last, rest.isEmpty else {
            throw Self.error(
                .badValue, "crc", body.count, "at the start of a line", "within a line")
        }
        self.lines = lines.dropLast()
    }

    /// Splits at bytes: a store is opened often enough for splitting at characters to show.
    private static func pieces(_ text: Substring, _ separator: Unicode.Scalar) -> [Substring] {
        text.utf8.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
            .map { Substring($0) }
    }

    mutating func parse() throws(FormatError) -> Manifest {
        _ = try line("nacre")
        let store = try hex128(try line("store"), "store")
        let generation = try number(try line("generation"), "generation")
        let key = try hex128(try line("hashkey"), "hashkey")
        var segments: [Manifest.Segment] = []
        while lines.first?.hasPrefix("segment ") == true {
            segments.append(try segment(try line("segment")))
        }
        let active = SegmentNumber(try hex32(try line("active"), "active"))
        var checkpoint: UInt32?
        if lines.first?.hasPrefix("checkpoint ") == true {
            checkpoint = try hex32(try line("checkpoint"), "checkpoint")
            guard checkpoint != 0 else { throw error("checkpoint", "1 up", "0") }
        }
        guard lines.isEmpty else {
            throw error("end", "the crc line", String(lines.first?.prefix(20) ?? ""))
        }
        let numbers = segments.map(\.number) + [active]
        guard Set(numbers).count == numbers.count, !numbers.contains(SegmentNumber(0)) else {
            throw error("segments", "different numbers from 1 up", "\(numbers)")
        }
        return Manifest(
            storeID: StoreID(high: store.high, low: store.low), generation: generation,
            hashKey: HashKey(low: key.low, high: key.high), segments: segments, active: active,
            checkpoint: checkpoint)
    }

    /// The words of the next line behind its keyword.
    private mutating func line(_ keyword: String) throws(FormatError) -> [Substring] {
        guard let line = lines.first, line.hasPrefix(keyword + " ") else {
            throw error(keyword, "a line '\(keyword) ...'", String(lines.first?.prefix(20) ?? ""))
        }
        lines = lines.dropFirst()
        offset += line.utf8.count + 1
        return Self.pieces(Substring(line.utf8.dropFirst(keyword.utf8.count + 1)), " ")
    }

    private func segment(_ words: [Substring]) throws(FormatError) -> Manifest.Segment {
        guard words.count == 6, let ending = Manifest.Ending(rawValue: String(words[1])) else {
            throw error("segment", "number, ending and four fields", words.joined(separator: " "))
        }
        let commits = Self.pieces(try value(words[3], "commits"), ".")
        guard commits.count == 4, commits[1].isEmpty, commits[2].isEmpty else {
            throw error("commits", "first...last", "\(words[3])")
        }
        let digest = try hex32([try value(words[5], "digest")], "digest")
        let length = try number([try value(words[2], "length")], "length")
        let sizes = UInt64(SegmentHeaderFields.size)...UInt64(Format.segmentSizeMax)
        guard sizes.contains(length), length % UInt64(Format.alignment) == 0 else {
            throw error("length", "a multiple of 4 from 128 to 16 GiB", "\(length)")
        }
        let (first, last) = try (number([commits[0]], "commits"), number([commits[3]], "commits"))
        guard first <= last, (first == 0) == (last == 0) else {
            throw error("commits", "in ascending order, or 0...0", "\(first)...\(last)")
        }
        return Manifest.Segment(
            number: SegmentNumber(try hex32([words[0]], "segment")), ending: ending,
            length: length, firstCommit: CommitNumber(first), lastCommit: CommitNumber(last),
            purgedAsOf: CommitNumber(try number([try value(words[4], "purged")], "purged")),
            digest: digest)
    }

    private func value(_ word: Substring, _ name: String) throws(FormatError) -> Substring {
        guard word.hasPrefix(name + "=") else { throw error(name, "\(name)=...", "\(word)") }
        return Substring(word.utf8.dropFirst(name.utf8.count + 1))
    }

    private func number(_ words: [Substring], _ name: String) throws(FormatError) -> UInt64 {
        guard words.count == 1, let number = UInt64(words[0]), String(number) == words[0] else {
            throw error(name, "a number", words.joined(separator: " "))
        }
        return number
    }

    private func hex32(_ words: [Substring], _ name: String) throws(FormatError) -> UInt32 {
        guard words.count == 1, let number = UInt32(words[0], radix: 16), number.hex == words[0]
        else { throw error(name, "8 hexadecimal digits", words.joined(separator: " ")) }
        return number
    }

    private func hex128(
        _ words: [Substring], _ name: String
    ) throws(FormatError) -> (high: UInt64, low: UInt64) {
        guard words.count == 1, words[0].utf8.count == 32,
            let high = UInt64(words[0].prefix(16), radix: 16),
            let low = UInt64(words[0].suffix(16), radix: 16), high.hex + low.hex == words[0]
        else { throw error(name, "32 hexadecimal digits", words.joined(separator: " ")) }
        return (high, low)
    }

    private func error(_ field: String, _ expected: String, _ found: String) -> FormatError {
        Self.error(.badValue, field, offset, expected, found)
    }

    private static func error(
        _ kind: FormatError.Kind, _ field: String, _ offset: Int, _ expected: String,
        _ found: String
    ) -> FormatError {
        FormatError(
            kind, structure: "manifest", field: field, offset: offset, expected: expected,
            found: found)
    }
}
