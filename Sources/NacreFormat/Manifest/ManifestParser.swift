/// Parses the lines of a manifest, one field after another. Works on byte offsets: every opening of
/// a store waits for it, and the standard library's generic collection and character code is many
/// times slower on its first use in a process.
struct ManifestParser {
    typealias Bytes = ArraySlice<UInt8>

    private let bytes: [UInt8]
    /// The offset of the next line.
    private var next = 0
    /// The offset of the last line, that of the CRC.
    private let bodyEnd: Int
    /// The offset of the line being parsed, for errors.
    private var offset = 0

    /// Checks the version, the last line, which has the CRC of all bytes before it, and the text's
    /// encoding.
    init(_ bytes: [UInt8]) throws(FormatError) {
        self.bytes = bytes
        try Self.checkVersion(bytes)
        guard let crc = Self.lastLine(of: bytes) else {
            throw Self.error(.truncated, "crc", bytes.count, "a last line", "none")
        }
        bodyEnd = crc.startIndex
        let expected = bytes.withView { "crc \($0[0..<crc.startIndex].crc.hex)" }
        guard Self.areEqual(crc, expected) else {
            throw Self.error(
                .badChecksum, "crc", bodyEnd, expected, Self.text(crc.prefix(20)))
        }
        guard bytes.withView(\.string) != nil else {
            throw Self.error(.badValue, "text", 0, "UTF-8", "other bytes")
        }
    }

    /// Checks the version first, because a newer manifest may have another form of crc line.
    private static func checkVersion(_ bytes: [UInt8]) throws(FormatError) {
        let line = bytes[..<lineEnd(bytes, 0)]
        guard isAhead("nacre", " ", of: line) else {
            throw error(.badMagic, "first line", 0, "nacre \(Format.version)", "other text")
        }
        let number = line.dropFirst("nacre ".utf8.count)
        guard !areEqual(number, "\(Format.version)") else { return }
        // The manifest is of this version even so if the CRC is right with this version's number in
        // the first line: then the first line is damaged. A version that is no number is damage,
        // too.
        let isNumber = !number.isEmpty && number.allSatisfy { (0x30...0x39).contains($0) }
        let kind: FormatError.Kind = !isNumber || isOurs(bytes) ? .badChecksum : .unsupported
        throw error(kind, "version", 0, "\(Format.version)", text(number.prefix(20)))
    }

    /// Whether the bytes are a manifest of this version except for the first line.
    private static func isOurs(_ bytes: [UInt8]) -> Bool {
        let first = Array("nacre \(Format.version)\n".utf8)
        let repaired = first + bytes.dropFirst(first.count)
        return (try? ManifestParser(repaired)) != nil && repaired.count == bytes.count
    }

    /// Returns the last line; nil if there is none after the first one, or it has no line feed.
    private static func lastLine(of bytes: [UInt8]) -> Bytes? {
        guard bytes.last == UInt8(ascii: "\n") else { return nil }
        var start = bytes.count - 1
        while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
        return start > 0 ? bytes[start..<(bytes.count - 1)] : nil
    }

    /// Returns the offset of the next line feed, or the end.
    private static func lineEnd(_ bytes: [UInt8], _ start: Int) -> Int {
        var end = start
        while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
        return end
    }

    /// Whether bytes are equal to an ASCII text. Since it is ASCII, no other bytes decode to it.
    private static func areEqual(_ bytes: Bytes, _ text: String) -> Bool {
        bytes.count == text.utf8.count && Self.text(bytes) == text
    }

    private static func text(_ bytes: Bytes) -> String { String(decoding: bytes, as: UTF8.self) }

    mutating func parse() throws(FormatError) -> Manifest {
        _ = try line("nacre")
        let store = try hex128(try line("store"), "store")
        let fork = isNext("fork") ? try hex128(try line("fork"), "fork") : nil
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
        guard next == bodyEnd else { throw error("end", "the crc line", nextText) }
        try check(segments, active)
        var manifest = Manifest(
            storeID: StoreID(high: store.high, low: store.low), generation: generation,
            hashKey: HashKey(low: key.low, high: key.high), segments: segments, active: active,
            checkpoint: checkpoint)
        if let fork { manifest.fork = StoreID(high: fork.high, low: fork.low) }
        return manifest
    }

    private func check(
        _ segments: [Manifest.Segment], _ active: SegmentNumber
    ) throws(FormatError) {
        let numbers = segments.map(\.number.rawValue) + [active.rawValue]
        guard numbers.areDifferent, !numbers.contains(0) else {
            throw error("segments", "different numbers from 1 up", "\(numbers.map(\.hex))")
        }
    }

    // MARK: Lines

    /// The next line without its line feed; empty after the last one.
    private var nextLine: Bytes {
        next < bodyEnd ? bytes[next..<Self.lineEnd(bytes, next)] : bytes[bodyEnd..<bodyEnd]
    }

    private func isNext(_ keyword: StaticString) -> Bool {
        Self.isAhead(keyword, " ", of: nextLine)
    }

    /// Whether bytes begin with a word and the character that ends it.
    private static func isAhead(
        _ word: StaticString, _ end: Unicode.Scalar, of bytes: Bytes
    ) -> Bool {
        let place = bytes.startIndex + word.utf8CodeUnitCount
        return starts(bytes, with: word) && place < bytes.endIndex
            && bytes[place] == UInt8(ascii: end)
    }

    private static func starts(_ bytes: Bytes, with text: StaticString) -> Bool {
        let (start, count) = (bytes.startIndex, text.utf8CodeUnitCount)
        guard bytes.count >= count else { return false }
        return text.withUTF8Buffer { text in
            for place in 0..<count where unsafe text[place] != bytes[start + place] { return false }
            return true
        }
    }

    private var nextText: String { Self.text(nextLine.prefix(20)) }

    /// Returns the next line without its keyword, and moves past it.
    private mutating func line(_ keyword: StaticString) throws(FormatError) -> Bytes {
        let line = nextLine
        guard Self.isAhead(keyword, " ", of: line) else {
            throw error("\(keyword)", "a line '\(keyword) ...'", nextText)
        }
        offset = line.startIndex
        next = line.endIndex + 1
        return line.dropFirst(keyword.utf8CodeUnitCount + 1)
    }

    private func segment(_ line: Bytes) throws(FormatError) -> Manifest.Segment {
        var words = Words(line)
        guard let numberWord = words.next(), let endingWord = words.next(),
            let lengthWord = words.next(), let commits = words.next(), let purged = words.next(),
            let digest = words.next(), words.next() == nil,
            let ending = Manifest.Ending(rawValue: Self.text(endingWord))
        else {
            throw error("segment", "number, ending and four fields", Self.text(line))
        }
        let (first, last) = try range(try value(commits, "commits"))
        return Manifest.Segment(
            number: SegmentNumber(try hex32(numberWord, "segment")), ending: ending,
            length: try length(try value(lengthWord, "length")),
            firstCommit: CommitNumber(first), lastCommit: CommitNumber(last),
            purgedAsOf: CommitNumber(try number(try value(purged, "purged"), "purged")),
            digest: try hex32(try value(digest, "digest"), "digest"))
    }

    private func length(_ word: Bytes) throws(FormatError) -> UInt64 {
        let length = try number(word, "length")
        let sizes = UInt64(SegmentHeaderFields.size)...UInt64(Format.segmentSizeMax)
        guard sizes.contains(length), length % UInt64(Format.alignment) == 0 else {
            throw error("length", "a multiple of 4 from 128 to 16 GiB", "\(length)")
        }
        return length
    }

    /// Parses two commit numbers with three dots in between.
    private func range(_ word: Bytes) throws(FormatError) -> (UInt64, UInt64) {
        guard let dot = word.firstIndex(of: UInt8(ascii: ".")),
            Self.starts(word[dot...], with: "...")
        else { throw error("commits", "first...last", Self.text(word)) }
        let first = try number(word[..<dot], "commits")
        let last = try number(word[(dot + 3)...], "commits")
        guard first <= last, (first == 0) == (last == 0) else {
            throw error("commits", "in ascending order, or 0...0", "\(first)...\(last)")
        }
        return (first, last)
    }

    /// The words between single spaces.
    private struct Words {
        private let line: Bytes
        /// The offset of the next word; nil after the last one.
        private var start: Int?

        init(_ line: Bytes) {
            self.line = line
            start = line.startIndex
        }

        mutating func next() -> Bytes? {
            guard let start else { return nil }
            var end = start
            while end < line.endIndex, line[end] != UInt8(ascii: " ") { end += 1 }
            self.start = end < line.endIndex ? end + 1 : nil
            return line[start..<end]
        }
    }

    // MARK: Words

    private func value(_ word: Bytes, _ name: StaticString) throws(FormatError) -> Bytes {
        guard Self.isAhead(name, "=", of: word) else {
            throw error("\(name)", "\(name)=...", Self.text(word))
        }
        return word.dropFirst(name.utf8CodeUnitCount + 1)
    }

    /// Parses a decimal number without leading zeros.
    private func number(_ word: Bytes, _ name: StaticString) throws(FormatError) -> UInt64 {
        guard let number = Self.number(word, radix: 10),
            word.count == 1 || word.first != UInt8(ascii: "0")
        else { throw error("\(name)", "a number", Self.text(word)) }
        return number
    }

    private func hex32(_ word: Bytes, _ name: StaticString) throws(FormatError) -> UInt32 {
        guard word.count == 8, let number = Self.number(word, radix: 16) else {
            throw error("\(name)", "8 hexadecimal digits", Self.text(word))
        }
        return UInt32(truncatingIfNeeded: number)
    }

    private func hex128(
        _ word: Bytes, _ name: StaticString
    ) throws(FormatError) -> (high: UInt64, low: UInt64) {
        guard word.count == 32, let high = Self.number(word.prefix(16), radix: 16),
            let low = Self.number(word.suffix(16), radix: 16)
        else { throw error("\(name)", "32 hexadecimal digits", Self.text(word)) }
        return (high, low)
    }

    /// Parses digits and lowercase letters; nil if there are other characters, none, or too many.
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
