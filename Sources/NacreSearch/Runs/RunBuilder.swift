internal import NacreFormat
package import NacreText

/// Builds a run of the texts of rows.
///
/// Documents and former texts come one after another, in any order of rows; a row is at most once
/// a document and at most once touched. A document without a term is no document.
@safe package final class RunBuilder {
    /// One document: its row, the end of its occurrences, and its number of terms.
    private struct Document {
        let row: UInt32
        let start: Int
        let end: Int
        let length: UInt32
    }

    private let tokenizer: Tokenizer
    private let fieldCount: Int
    private let filter: TermFilter?
    private let terms = TermTable()
    /// The occurrences: the number of the term, and the place in the document.
    private let occurrences = RunMemory(capacity: 1024)

    @safe @exclusivity(unchecked) private var documents: [Document] = []
    @safe @exclusivity(unchecked) private var isAscending = true
    @safe @exclusivity(unchecked) private var documentRow: UInt32?
    @safe @exclusivity(unchecked) private var documentStart = 0
    @safe @exclusivity(unchecked) private var length = 0
    /// The first position of the next text, for each field.
    @safe @exclusivity(unchecked) private var nextPositions: [UInt32]

    @safe @exclusivity(unchecked) private var touched: [UInt32] = []
    @safe @exclusivity(unchecked) private var touchedDocuments = 0
    @safe @exclusivity(unchecked) private var touchedLengthSum = 0
    @safe @exclusivity(unchecked) private var isFormer = false

    /// Starts a run.
    /// - Parameters:
    ///   - fieldCount: The number of fields, 1 to 16.
    ///   - filter: The terms to keep; nil for all. Lengths count all terms.
    package init(tokenizer: Tokenizer, fieldCount: Int, keeping filter: TermFilter? = nil) {
        precondition((1...RunLayout.fieldsMax).contains(fieldCount))
        self.tokenizer = tokenizer
        self.fieldCount = fieldCount
        self.filter = filter
        nextPositions = Array(repeating: 0, count: fieldCount)
    }

    /// The memory that the run takes while it is built, in bytes. A caller that bounds it finishes
    /// the run and starts another one.
    package var memory: Int {
        // Finishing sorts the occurrences into a second block, and writes the run.
        occurrences.count * 2 + terms.memory + documents.count * 48
    }

    /// The number of documents and touched rows so far.
    package var rowCount: Int { documents.count + touched.count }

    /// Starts the document of a row.
    package func beginDocument(_ row: UInt32) {
        precondition(documentRow == nil && !isFormer && row < RunLayout.rowsMax)
        documentRow = row
        documentStart = occurrences.count
        length = 0
        for field in 0..<fieldCount { nextPositions[field] = 0 }
    }

    /// Adds a text of a field. Several texts of one field are elements of an array: no phrase
    /// matches across them.
    package func addText(_ utf8: Span<UInt8>, field: Int) {
        precondition(documentRow != nil && field >= 0 && field < fieldCount)
        let first = nextPositions[field]
        var last = first
        let mark = UInt32(field) << RunLayout.positionBits
        var count = 0
        tokenizer.forEachTerm(in: utf8) { term, place in
            last = min(
                first &+ UInt32(truncatingIfNeeded: min(place.position, 1 << 30)),
                RunLayout.noPosition)
            count += 1
            term.withView { view in
                let number = terms.number(of: view, filter)
                guard filter == nil || terms[number].isKept else { return }
                terms.addOccurrence(number)
                occurrences.append(UInt64(mark | last) << 32 | UInt64(number))
            }
        }
        length += count
        if count > 0 {
            nextPositions[field] = min(last + 1 + RunLayout.textGap, RunLayout.noPosition)
        }
    }

    /// Ends the document.
    package func endDocument() {
        guard let row = documentRow else { preconditionFailure("no document has begun") }
        documentRow = nil
        guard length > 0 else { return }
        if let last = documents.last, last.row >= row { isAscending = false }
        documents.append(
            Document(
                row: row, start: documentStart, end: occurrences.count,
                length: UInt32(clamping: length)))
    }

    /// Starts the former text of a touched row, which may have none.
    package func beginFormer(_ row: UInt32) {
        precondition(documentRow == nil && !isFormer && row < RunLayout.rowsMax)
        isFormer = true
        touched.append(row)
        length = 0
    }

    /// Adds a text that the touched row had.
    package func addFormerText(_ utf8: Span<UInt8>) {
        precondition(isFormer)
        let number = UInt32(truncatingIfNeeded: touched.count)
        var count = 0
        tokenizer.forEachTerm(in: utf8) { term, _ in
            count += 1
            term.withView { view in
                let found = terms.number(of: view, filter)
                if filter == nil || terms[found].isKept { terms.addFormer(found, number: number) }
            }
        }
        length += count
    }

    /// Ends the former text.
    package func endFormer() {
        precondition(isFormer)
        isFormer = false
        guard length > 0 else { return }
        touchedDocuments += 1
        touchedLengthSum += length
    }

    /// Makes the run. The builder must not be used afterwards.
    package func finish() throws(SearchError) -> SearchRun {
        precondition(documentRow == nil && !isFormer)
        if !isAscending { documents.sort { $0.row < $1.row } }
        touched.sort()
        precondition(zip(documents, documents.dropFirst()).allSatisfy { $0.row < $1.row })
        precondition(zip(touched, touched.dropFirst()).allSatisfy { $0 < $1 })
        var parts = RunParts(fieldCount: fieldCount, capacity: occurrences.count / 4 + 1024)
        parts.rows = documents.map(\.row)
        parts.lengths = documents.map(\.length)
        parts.touched = touched
        parts.touchedDocuments = touchedDocuments
        parts.touchedLengthSum = touchedLengthSum
        try appendLists(to: &parts)
        return try parts.finish()
    }

    private func appendLists(to parts: inout RunParts) throws(SearchError) {
        let order = terms.sorted()
        let sorted = SortedOccurrences(terms, order: order, count: occurrences.count / 8)
        let view = occurrences.view
        for (ordinal, document) in documents.enumerated() {
            var offset = document.start
            while offset < document.end {
                let occurrence = view.load(UInt64.self, at: offset)
                sorted.add(
                    term: Int(occurrence & 0xFFFF_FFFF), ordinal: UInt32(ordinal),
                    place: UInt32(occurrence >> 32))
                offset += 8
            }
        }
        withExtendedLifetime(occurrences) {}
        let encoder = ListEncoder(fieldCount: fieldCount)
        for number in order where terms[number].isKept {
            sorted.encode(number, lengths: parts.lengths, with: encoder)
            try parts.append(
                terms.bytes(of: number), removed: Int(terms[number].removed), list: encoder)
        }
    }
}
