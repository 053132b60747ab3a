internal import NacreFormat

/// The parts of a run that is being written. Posting lists come first, and are written to
/// ``output`` one after another; ``finish()`` appends the other sections and completes the header.
struct RunParts {
    let fieldCount: Int
    let output: RunMemory
    let dictionary = DictionaryWriter()
    /// The rows of the documents, ascending.
    var rows: [UInt32] = []
    /// The number of terms of each document.
    var lengths: [UInt32] = []
    /// The touched rows, ascending.
    var touched: [UInt32] = []
    /// The touched rows whose former text had a term.
    var touchedDocuments = 0
    /// The number of terms of all former texts.
    var touchedLengthSum = 0
    /// The number of pairs of a term and a document that has it.
    var postings = 0

    init(fieldCount: Int, capacity: Int = 1024) {
        self.fieldCount = fieldCount
        output = RunMemory(capacity: capacity)
        for _ in 0..<RunLayout.headerSize / 8 { output.append(UInt64(0)) }
    }

    /// Appends the list that an encoder holds, and the term to the dictionary.
    mutating func append(
        _ term: ByteView, removed: Int, list: ListEncoder
    ) throws(SearchError) {
        let start = output.count
        let documents = list.documents
        if documents > 0 { list.finish(into: output) }
        if output.count > Int(UInt32.max) { throw .tooLarge }
        dictionary.append(
            term, documents: documents, removed: removed, start: start - RunLayout.headerSize,
            length: output.count - start)
        postings += documents
    }

    /// Completes the run.
    func finish() throws(SearchError) -> SearchRun {
        var sections: [(start: Int, count: Int)] = []
        var start = RunLayout.headerSize
        func endSection() {
            sections.append((start, output.count - start))
            output.pad()
            start = output.count
        }
        endSection()
        output.append(dictionary.terms)
        endSection()
        output.append(dictionary.blocks)
        endSection()
        let isContiguous = rows.isEmpty || Int(rows[rows.count - 1] - rows[0]) == rows.count - 1
        if !isContiguous { for row in rows { output.append(row) } }
        endSection()
        let width = BitPacking.width(of: lengths.reduce(0, |))
        appendLengths(width)
        endSection()
        var next = 0
        for row in touched {
            output.append(varint: UInt64(Int(row) - next))
            next = Int(row) + 1
        }
        endSection()
        appendChecksums(to: sections[RunSection.terms.rawValue])
        endSection()
        guard output.count <= Int(UInt32.max) else { throw .tooLarge }
        setHeader(sections, lengthWidth: width)
        output.shrink()
        let view = output.view
        return try SearchRun(view, owner: output, isOfFile: false)
    }

    /// Appends a checksum for each piece of the posting lists and the dictionary.
    /// - Parameter terms: The section of the dictionary.
    private func appendChecksums(to terms: (start: Int, count: Int)) {
        let end = terms.start + terms.count
        var start = RunLayout.headerSize
        while start < end {
            let next = min(start + RunPieces.size, end)
            output.append(output.view[start..<next].crc)
            start = next
        }
    }

    private func appendLengths(_ width: Int) {
        var bits: UInt64 = 0
        var count = 0
        for length in lengths {
            bits |= UInt64(length) << UInt64(count)
            count += width
            if count >= 32 {
                output.append(UInt32(truncatingIfNeeded: bits))
                bits >>= 32
                count -= 32
            }
        }
        if count > 0 { output.append(UInt32(truncatingIfNeeded: bits)) }
        // A reader loads eight bytes for each length.
        if !lengths.isEmpty { output.append(UInt64(0)) }
    }

    private func setHeader(_ sections: [(start: Int, count: Int)], lengthWidth: Int) {
        output.set(RunLayout.magic, at: 0)
        output.set(RunLayout.version, at: 8)
        output.set(UInt32(fieldCount), at: 12)
        output.set(UInt32(rows.count), at: 16)
        output.set(UInt32(touched.count), at: 20)
        output.set(UInt32(touchedDocuments), at: 24)
        output.set(UInt32(dictionary.count), at: 28)
        var lengthSum: UInt64 = 0
        for length in lengths { lengthSum += UInt64(length) }
        output.set(lengthSum, at: 32)
        output.set(UInt64(touchedLengthSum), at: 40)
        output.set(UInt64(postings), at: 48)
        output.set(rows.first ?? 0, at: 56)
        output.set(UInt32(lengthWidth), at: 60)
        for (index, section) in sections.enumerated() {
            let offset = RunLayout.sectionTable + index * 8
            let bytes = output.view[section.start..<section.start + section.count]
            output.set(UInt32(section.count), at: offset)
            output.set(bytes.crc, at: offset + 4)
        }
        output.set(output.view[0..<RunLayout.headerChecksum].crc, at: RunLayout.headerChecksum)
    }
}
