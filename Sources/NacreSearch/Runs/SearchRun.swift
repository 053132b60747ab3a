package import NacreFormat

/// An immutable part of a full-text index (Formats.md, "Search run"): documents with their terms,
/// and touched rows, whose texts in older runs no longer count. It is read in place, in memory or
/// in a mapped file.
///
/// Bytes of a file may be damaged. Opening checks the header, the small sections, and that all
/// sections are inside. The posting lists and the dictionary are checked in pieces, each before it
/// is first used. Whatever a file holds, reading it stays inside.
package final class SearchRun: Sendable {
    /// The bytes of the run, valid while the run is retained.
    package let bytes: ByteView
    /// The owner of the bytes.
    package let owner: any AnyObject & Sendable
    /// The pieces that are still to be checked; nil for a run that this process has made.
    let unchecked: RunPieces?

    package let fieldCount: Int
    /// The number of documents with at least one term.
    package let documentCount: Int
    /// The number of touched rows.
    package let touchedCount: Int
    /// The number of touched rows whose former text had a term.
    package let touchedDocuments: Int
    package let termCount: Int
    /// The number of terms of all documents.
    package let lengthSum: Int
    /// The number of terms of all former texts.
    package let touchedLengthSum: Int
    /// The number of pairs of a term and a document that has it.
    package let postingCount: Int

    let firstRow: UInt32
    let lengthWidth: Int
    let isContiguous: Bool
    private let sections: [Range<Int>]

    /// Opens a run.
    /// - Parameters:
    ///   - bytes: All bytes of the run and no others.
    ///   - owner: An object that keeps the bytes alive and unchanged.
    ///   - isOfFile: Whether the bytes are those of a file, so that nothing in them is trusted.
    package init(
        _ bytes: ByteView, owner: any AnyObject & Sendable, isOfFile: Bool
    ) throws(SearchError) {
        func damaged(_ offset: Int, _ reason: String) -> SearchError {
            .damaged(offset: offset, reason: reason)
        }
        try Self.checkHeader(of: bytes)
        func number(_ offset: Int) -> Int { Int(bytes.load(UInt32.self, at: offset)) }
        func sum(_ offset: Int) throws(SearchError) -> Int {
            let value = bytes.load(UInt64.self, at: offset)
            guard value < 1 << 48 else { throw damaged(offset, "too large") }
            return Int(value)
        }
        self.bytes = bytes
        self.owner = owner
        fieldCount = number(12)
        documentCount = number(16)
        touchedCount = number(20)
        touchedDocuments = number(24)
        termCount = number(28)
        lengthSum = try sum(32)
        touchedLengthSum = try sum(40)
        postingCount = try sum(48)
        firstRow = bytes.load(UInt32.self, at: 56)
        lengthWidth = number(60)
        guard (1...RunLayout.fieldsMax).contains(fieldCount) else { throw damaged(12, "fields") }
        guard touchedDocuments <= touchedCount else { throw damaged(24, "touched documents") }
        // Each document has a term, so its length has a bit.
        guard lengthWidth <= 32, lengthWidth > 0 || documentCount == 0 else {
            throw damaged(60, "width of lengths")
        }

        let sections = try Self.sections(of: bytes)
        self.sections = sections
        let rows = sections[RunSection.rows.rawValue]
        isContiguous = rows.isEmpty
        let lastRow = Int(firstRow) + max(documentCount, 1) - 1
        guard isContiguous ? lastRow < RunLayout.rowsMax : rows.count == documentCount * 4 else {
            throw damaged(rows.lowerBound, "rows")
        }
        let lengths = sections[RunSection.lengths.rawValue]
        guard documentCount == 0 || documentCount * lengthWidth / 8 + 8 <= lengths.count else {
            throw damaged(lengths.lowerBound, "lengths")
        }
        let touched = sections[RunSection.touched.rawValue]
        guard touchedCount <= touched.count else { throw damaged(20, "touched rows") }
        let blocks = (termCount + RunLayout.dictionaryBlock - 1) / RunLayout.dictionaryBlock
        let index = sections[RunSection.termBlocks.rawValue]
        guard index.count == blocks * 8 else { throw damaged(index.lowerBound, "blocks of terms") }
        let pieces = sections[RunSection.terms.rawValue].upperBound - RunLayout.headerSize
        let checksums = sections[RunSection.checksums.rawValue]
        guard checksums.count == RunPieces.count(ofBytes: pieces) * 4 else {
            throw damaged(checksums.lowerBound, "checksums")
        }
        unchecked = isOfFile ? RunPieces(bytes: pieces) : nil
        if isOfFile {
            for section in RunSection.allCases where !section.isInPieces {
                try checkSum(of: section)
            }
            try checkOrderOfRows()
        }
    }

    private static func checkHeader(of bytes: ByteView) throws(SearchError) {
        func check(_ isRight: Bool, _ offset: Int, _ reason: String) throws(SearchError) {
            if !isRight { throw .damaged(offset: offset, reason: reason) }
        }
        let checksum = RunLayout.headerChecksum
        try check(bytes.count >= RunLayout.headerSize, 0, "too short")
        try check(bytes.load(UInt64.self, at: 0) == RunLayout.magic, 0, "magic")
        try check(bytes.load(UInt32.self, at: 8) == RunLayout.version, 8, "version")
        try check(
            bytes[0..<checksum].crc == bytes.load(UInt32.self, at: checksum)
                && bytes.load(UInt32.self, at: checksum + 4) == 0, checksum,
            "checksum of the header")
    }

    /// Returns the places of the sections, which are inside of the bytes.
    private static func sections(of bytes: ByteView) throws(SearchError) -> [Range<Int>] {
        var sections: [Range<Int>] = []
        var start = RunLayout.headerSize
        for section in RunSection.allCases {
            let field = RunLayout.sectionTable + section.rawValue * 8
            let count = Int(bytes.load(UInt32.self, at: field))
            guard count <= bytes.count - start else {
                throw .damaged(offset: field, reason: "length of a section")
            }
            sections.append(start..<start + count)
            start = (start + count + 7) & ~7
            guard start <= bytes.count else {
                throw .damaged(offset: bytes.count, reason: "too short")
            }
        }
        guard start == bytes.count else {
            throw .damaged(offset: start, reason: "bytes after the last section")
        }
        return sections
    }

    /// The checksum of the header, which has those of all parts of the run.
    package var checksum: UInt32 { bytes.load(UInt32.self, at: RunLayout.headerChecksum) }

    /// Returns the place of a section in the bytes.
    func range(of section: RunSection) -> Range<Int> { sections[section.rawValue] }

    /// Throws if a section is not as it was written.
    func checkSum(of section: RunSection) throws(SearchError) {
        let range = range(of: section)
        let offset = RunLayout.sectionTable + section.rawValue * 8 + 4
        guard bytes[range].crc == bytes.load(UInt32.self, at: offset) else {
            throw .damaged(offset: range.lowerBound, reason: "checksum of the section \(section)")
        }
    }
}
