/// Reads the lines of a manifest, one field after another. Works on bytes: every opening of a store
/// waits for it, and text is split and compared by characters, at twenty times the cost.
struct ManifestParser {
    typealias Bytes = ArraySlice<UInt8>

    /// The lines before the last one.
    private var lines: ArraySlice<Bytes>
    /// Of the line at hand, in the file.
    private var offset = 0

    /// Checks the last line, the CRC of all bytes before it.
    init(_ bytes: [UInt8]) throws(FormatError) {
        lines = Self.pieces(bytes[...], "\n")[...]
        // The version first: a newer manifest may have no crc line as we know it.
        guard let version = lines.first, version.starts(with: "nacre ".utf8) else {
            throw Self.error(.badMagic, "first line", 0, "nacre \(Format.version)", "other text")
        }
        guard version.elementsEqual("nacre \(Format.version)".utf8) else {
            let number = version.dropFirst("nacre ".utf8.count)
            // Ours all the same, if the CRC is right with our version in place of that one. And no
            // version has written what is no number.
            let isNumber = !number.isEmpty && number.allSatisfy { (0x30...0x39).contains($0) }
            let kind: FormatError.Kind =
                !isNumber || Self.isOurs(bytes) ? .badChecksum : .unsupported
            throw Self.error(kind, "version", 0, "\(Format.version)", Self.text(number.prefix(20)))
        }
        guard lines.count > 2, lines.removeLast().isEmpty, let crc = lines.popLast() else {
            throw Self.error(.truncated, "crc", bytes.count, "a last line", "none")
        }
        let body = bytes[..<crc.startIndex]
        let expected = Array(body).withView { "crc \($0.crc.hex)" }
        guard crc.elementsEqual(expected.utf8) else {
            throw Self.error(
                .badChecksum, "crc", body.count, expected, Self.text(crc.prefix(20)))
        }
        guard bytes.withView(\.string) != nil else {
            throw Self.error(.badValue, "text", 0, "UTF-8", "other bytes")
        }
    }

    /// Whether all but the first line is a manifest of this version.
    private static func isOurs(_ bytes: [UInt8]) -> Bool {
        let first = Array("nacre \(Format.version)\n".utf8)
        let repaired = first + bytes.dropFirst(first.count)
        return (try? ManifestParser(repaired)) != nil && repaired.count == bytes.count
    }

    private static func pieces(_ bytes: Bytes, _ separator: Unicode.Scalar) -> [Bytes] {
        bytes.split(separator: UInt8(ascii: separator), omittingEmptySubsequences: false)
    }

    private static func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

    mutating func parse() throws(FormatError) -> Manifest {
        _ = try line("nacre")
        let store = try hex128(try line("store"), "store")
        let generation = try number(try line("generation"), "generation")
        let key = try hex128(try line("hashkey"), "hashkey")
        var segments: [Manifest.Segment] = []
        while isNext("segment") { segments.append(try segment(try line("segment"))) }
        let active = SegmentNumber(try hex32(try line("active"), "active"))
        var checkpoint: UInt32?
        if isNext("checkpoint") {
            checkpoint = try hex32(try line("checkpoint"), "checkpoint")
            guard checkpoint != 0 else { throw error("checkpoint", "1 up", "0") }
        }
        guard lines.isEmpty else { throw error("end", "the crc line", nextText) }
        try check(segments, active)
        return Manifest(
            storeID: StoreID(high: store.high, low: store.low), generation: generation,
            hashKey: HashKey(low: key.low, high: key.high), segments: segments, active: active,
            checkpoint: checkpoint)
    }

    private func check(
        _ segments: [Manifest.Segment], _ active: SegmentNumber
    ) throws(FormatError) {
        let numbers = segments.map(\.number) + [active]
        guard numbers.areDifferent, !numbers.contains(SegmentNumber(0)) else {
            throw error("segments", "different numbers from 1 up", "\(numbers)")
        }
    }

    // MARK: Lines

    private func isNext(_ keyword: StaticString) -> Bool {
        lines.first.map { Self.isAhead(keyword, " ", of: $0) } ?? false
    }

    /// Whether bytes begin with a word and what ends it.
    private static func isAhead(
        _ word: StaticString, _ end: Unicode.Scalar, of bytes: Bytes
    ) -> Bool {
        let behind = bytes.dropFirst(word.utf8CodeUnitCount)
        return behind.first == UInt8(ascii: end)
            && word.withUTF8Buffer { unsafe bytes.prefix($0.count).elementsEqual($0) }
    }

    private var nextText: String { Self.text(lines.first?.prefix(20) ?? []) }

    /// The words of the next line behind its keyword.
    private mutating func line(_ keyword: StaticString) throws(FormatError) -> [Bytes] {
        guard isNext(keyword) else {
            throw error("\(keyword)", "a line '\(keyword) ...'", nextText)
        }
        let line = lines.removeFirst()
        offset = line.startIndex
        return Self.pieces(line.dropFirst(keyword.utf8CodeUnitCount + 1), " ")
    }

    private func segment(_ words: [Bytes]) throws(FormatError) -> Manifest.Segment {
        guard words.count == 6, let ending = Manifest.Ending(rawValue: Self.text(words[1])) else {
            throw error("segment", "number, ending and four fields", joined(words))
        }
        let commits = Self.pieces(try value(words[3], "commits"), ".")
        guard commits.count == 4, commits[1].isEmpty, commits[2].isEmpty else {
            throw error("commits", "first...last", Self.text(words[3]))
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

    // MARK: Words

    private func value(_ word: Bytes, _ name: StaticString) throws(FormatError) -> Bytes {
        guard Self.isAhead(name, "=", of: word) else {
            throw error("\(name)", "\(name)=...", Self.text(word))
        }
        return word.dropFirst(name.utf8CodeUnitCount + 1)
    }

    /// Of decimal digits, none of them a zero in front.
    private func number(_ words: [Bytes], _ name: StaticString) throws(FormatError) -> UInt64 {
        guard words.count == 1, let number = Self.number(words[0], radix: 10),
            words[0].count == 1 || words[0].first != UInt8(ascii: "0")
        else { throw error("\(name)", "a number", joined(words)) }
        return number
    }

    private func hex32(_ words: [Bytes], _ name: StaticString) throws(FormatError) -> UInt32 {
        guard words.count == 1, words[0].count == 8,
            let number = Self.number(words[0], radix: 16)
        else { throw error("\(name)", "8 hexadecimal digits", joined(words)) }
        return UInt32(truncatingIfNeeded: number)
    }

    private func hex128(
        _ words: [Bytes], _ name: StaticString
    ) throws(FormatError) -> (high: UInt64, low: UInt64) {
        guard words.count == 1, words[0].count == 32,
            let high = Self.number(words[0].prefix(16), radix: 16),
            let low = Self.number(words[0].suffix(16), radix: 16)
        else { throw error("\(name)", "32 hexadecimal digits", joined(words)) }
        return (high, low)
    }

    /// Of digits and lowercase letters; nil if there are others, none, or too many.
    private static func number(_ digits: Bytes, radix: UInt64) -> UInt64? {
        guard !digits.isEmpty else { return nil }
        var number: UInt64 = 0
        for byte in digits {
            let digit: UInt64
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = UInt64(byte - UInt8(ascii: "0"))
            case UInt8(ascii: "a")...UInt8(ascii: "f"):
                digit = UInt64(byte - UInt8(ascii: "a")) + 10
            default: return nil
            }
            let (product, isTooMuch) = number.multipliedReportingOverflow(by: radix)
            let (sum, isMore) = product.addingReportingOverflow(digit)
            guard digit < radix, !isTooMuch, !isMore else { return nil }
            number = sum
        }
        return number
    }

    // MARK: Errors

    private func joined(_ words: [Bytes]) -> String {
        words.map(Self.text).joined(separator: " ")
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
