internal import NacreFormat

/// Walks the posting list of a term, document by document, and skips blocks that are not needed.
///
/// Everything that it reads is checked, so that ordinals ascend and are those of documents,
/// whatever the bytes are.
@safe final class PostingCursor {
    /// The ordinal after the last document.
    static let end = Int.max

    let run: SearchRun
    /// The number of documents.
    @safe @exclusivity(unchecked) private(set) var documents = 0
    @safe @exclusivity(unchecked) private var list = 0..<0
    private let fieldCount: Int
    /// The number of blocks, the last of which may be partial.
    @safe @exclusivity(unchecked) private(set) var blockCount = 0
    /// The offset of the blocks in the run's bytes; the skip entries are before it.
    @safe @exclusivity(unchecked) private var blocksStart = 0
    @safe @exclusivity(unchecked) private var positionsStart = 0
    /// The numbers there is room for in each field's frequencies: a full block, or a short list.
    private let stride: Int

    // SAFETY: room for one block of numbers and for as many for each field, all initialised.
    // Indices are below `used`, which is at most the size of a block, and fields below the count.
    private let ordinals: UnsafeMutablePointer<UInt32>
    private let frequencies: UnsafeMutablePointer<UInt32>

    /// The block that was read last, -1 before the first.
    @safe @exclusivity(unchecked) private(set) var block = -1
    @safe @exclusivity(unchecked) private var index = 0
    @safe @exclusivity(unchecked) private var used = 0
    /// The fields that occur in the block.
    @safe @exclusivity(unchecked) private(set) var mask: UInt32 = 0
    /// The place of the block's packed frequencies, until they are read.
    @safe @exclusivity(unchecked) private var pendingFrequencies = 0
    /// The ordinal of the current document: -1 before the first, ``end`` after the last.
    @safe @exclusivity(unchecked) private(set) var current = -1
    /// The number of blocks that were read.
    @safe @exclusivity(unchecked) private(set) var blocksRead = 0

    /// The offset in the positions of the block, and the document whose positions begin there.
    @safe @exclusivity(unchecked) private var positionsOffset = 0
    @safe @exclusivity(unchecked) private var positionsIndex = 0
    @safe @exclusivity(unchecked) private var positionsEnd = 0

    /// Makes a cursor before the first document of a list.
    convenience init(_ run: SearchRun, _ entry: TermEntry) throws(SearchError) {
        self.init(run, capacity: min(max(entry.documents, 1), RunLayout.blockSize))
        try open(entry)
    }

    /// Makes a cursor that can be opened for any list of a run, one after another.
    convenience init(_ run: SearchRun) {
        self.init(run, capacity: RunLayout.blockSize)
    }

    private init(_ run: SearchRun, capacity: Int) {
        self.run = run
        fieldCount = run.fieldCount
        stride = capacity
        unsafe ordinals = .allocate(capacity: stride)
        unsafe ordinals.initialize(repeating: 0, count: stride)
        unsafe frequencies = .allocate(capacity: stride * fieldCount)
        unsafe frequencies.initialize(repeating: 0, count: stride * fieldCount)
    }

    /// Moves before the first document of a list.
    func open(_ entry: TermEntry) throws(SearchError) {
        let size = RunLayout.blockSize
        precondition(stride >= min(entry.documents, size))
        try run.check(entry.list)
        list = entry.list
        documents = entry.documents
        let isShort = documents < size
        blockCount = isShort ? 1 : (documents + size - 1) / size
        let skipSize = RunLayout.skipEntry + fieldCount
        blocksStart = list.lowerBound + (isShort ? 0 : blockCount * skipSize)
        guard blocksStart <= list.upperBound else {
            throw .damaged(offset: list.lowerBound, reason: "skip entries")
        }
        positionsStart = list.upperBound
        if !isShort {
            let last = blocksStart - skipSize
            positionsStart = blocksStart + Int(run.bytes.load(UInt32.self, at: last + 4))
            guard positionsStart <= list.upperBound else {
                throw .damaged(offset: last, reason: "skip entry")
            }
        }
        block = -1
        index = 0
        used = 0
        current = -1
    }

    deinit {
        unsafe ordinals.deallocate()
        unsafe frequencies.deallocate()
    }

    // MARK: Documents

    /// Moves to the next document.
    @inline(__always)
    func advance() throws(SearchError) {
        index &+= 1
        if index < used {
            unsafe current = Int(ordinals[index])
        } else {
            try readBlock(block + 1)
        }
    }

    /// Moves to the first document that is not before `target`.
    @inline(__always)
    func advance(to target: Int) throws(SearchError) {
        if current >= target { return }
        try advanceFar(to: target)
    }

    private func advanceFar(to target: Int) throws(SearchError) {
        if unsafe block < 0 || Int(ordinals[used - 1]) < target {
            try readBlock(block(of: target, from: block + 1))
            if current >= target { return }
            // The only block of a short list has no skip entry that tells its end.
            if unsafe Int(ordinals[used - 1]) < target { return try readBlock(block + 1) }
        }
        // The block's last ordinal is not before the target, so the search finds one.
        var low = index
        var high = used - 1
        // The next documents are the most likely ones.
        let near = min(low + 4, high)
        while low < near, unsafe Int(ordinals[low]) < target { low += 1 }
        if unsafe Int(ordinals[low]) < target {
            while low < high {
                let middle = (low + high) / 2
                if unsafe Int(ordinals[middle]) < target { low = middle + 1 } else { high = middle }
            }
        }
        index = low
        unsafe current = Int(ordinals[low])
    }

    /// Returns the first block, from `first` on, whose last document is not before `target`; the
    /// number of blocks if there is none.
    func block(of target: Int, from first: Int) -> Int {
        var low = max(first, 0)
        // Doubling steps, then halving ones.
        var step = 1
        while low + step < blockCount, skippedOrdinal(low + step) < target {
            low += step
            step *= 2
        }
        var high = min(low + step, blockCount)
        while low < high {
            let middle = (low + high) / 2
            if skippedOrdinal(middle) < target { low = middle + 1 } else { high = middle }
        }
        return low
    }

    // MARK: Skip entries

    /// Returns the offset of the skip entry of a block.
    private func skipOffset(_ block: Int) -> Int {
        list.lowerBound + block * (RunLayout.skipEntry + fieldCount)
    }

    /// Returns the last ordinal of a block by its skip entry. A short list has no entry.
    func skippedOrdinal(_ block: Int) -> Int {
        if documents < RunLayout.blockSize { return Self.end }
        return Int(run.bytes.load(UInt32.self, at: skipOffset(block)))
    }

    /// Returns the least length of a block's documents.
    func leastLength(_ block: Int) -> UInt32 {
        if documents < RunLayout.blockSize { return 0 }
        return UInt32(run.bytes.load(UInt16.self, at: skipOffset(block) + 12))
    }

    /// Returns the highest frequency of a field in a block; 255 means 255 or more.
    func greatestFrequency(_ block: Int, field: Int) -> UInt8 {
        if documents < RunLayout.blockSize { return .max }
        return run.bytes.load(UInt8.self, at: skipOffset(block) + RunLayout.skipEntry + field)
    }

    // MARK: Blocks

    private func damaged(_ offset: Int, _ reason: String) -> SearchError {
        .damaged(offset: offset, reason: reason)
    }

    private func readBlock(_ number: Int) throws(SearchError) {
        guard number < blockCount, documents > 0 else {
            current = Self.end
            used = 0
            return
        }
        block = number
        blocksRead += 1
        index = 0
        let size = RunLayout.blockSize
        var start = blocksStart
        var end = positionsStart
        var previous = -1
        positionsOffset = positionsStart
        positionsEnd = list.upperBound
        if documents >= size {
            let skip = skipOffset(number)
            if number > 0 {
                let before = skipOffset(number - 1)
                previous = Int(run.bytes.load(UInt32.self, at: before))
                start += Int(run.bytes.load(UInt32.self, at: before + 4))
                positionsOffset += Int(run.bytes.load(UInt32.self, at: before + 8))
            }
            end = blocksStart + Int(run.bytes.load(UInt32.self, at: skip + 4))
            positionsEnd = positionsStart + Int(run.bytes.load(UInt32.self, at: skip + 8))
            guard start <= end, end <= positionsStart, positionsOffset <= positionsEnd,
                positionsEnd <= list.upperBound
            else { throw damaged(skip, "skip entry") }
        }
        positionsIndex = 0
        used = min(size, documents - number * size)
        if used == size {
            try readFullBlock(start..<end, previous)
        } else {
            try readPartialBlock(start..<end, previous)
        }
        let last = unsafe Int(ordinals[used - 1])
        guard documents < size || last == skippedOrdinal(number) else {
            throw damaged(start, "last document of a block")
        }
        unsafe current = Int(ordinals[0])
    }

    private func readFullBlock(_ range: Range<Int>, _ previous: Int) throws(SearchError) {
        var reader = RunReader(run, range)
        mask = fieldCount > 1 ? UInt32(try reader.word()) : 1
        guard mask != 0, mask >> UInt32(fieldCount) == 0 else {
            throw damaged(range.lowerBound, "fields of a block")
        }
        let width = Int(try reader.byte())
        guard width <= 32 else { throw damaged(range.lowerBound, "width of a block") }
        pendingFrequencies = reader.offset
        try reader.skip(mask.nonzeroBitCount)
        let start = reader.offset
        try reader.skip(width * 16)
        // Eight bytes are loaded for each number. The other sections follow the lists.
        guard start + width * 16 + 8 <= run.bytes.count else {
            throw damaged(start, "end of a block")
        }
        let last = unsafe BitPacking.unpackAscending(
            run.bytes.base + start, width: width, after: previous, into: ordinals)
        guard last < run.documentCount else { throw damaged(start, "documents of a block") }
    }

    /// Reads the frequencies of the block, if they have not been read.
    @inline(__always)
    private func needFrequencies() throws(SearchError) {
        if pendingFrequencies != 0 { try readFrequencies() }
    }

    private func readFrequencies() throws(SearchError) {
        let widths = pendingFrequencies
        let bytes = run.bytes
        // The width of the ordinals is before those of the frequencies.
        var offset = widths + mask.nonzeroBitCount + Int(bytes[widths - 1]) * 16
        var next = widths
        let base: UInt32 = mask.nonzeroBitCount == 1 ? 1 : 0
        var fields = mask
        while fields != 0 {
            let field = fields.trailingZeroBitCount
            fields &= fields - 1
            let width = Int(bytes[next])
            next += 1
            guard width <= 32, offset + width * 16 + 8 <= bytes.count else {
                throw damaged(next, "frequencies of a block")
            }
            unsafe BitPacking.unpack(
                bytes.base + offset, width: width, adding: base,
                into: frequencies + field * stride)
            offset += width * 16
        }
        pendingFrequencies = 0
    }

    private func readPartialBlock(_ range: Range<Int>, _ previous: Int) throws(SearchError) {
        var reader = RunReader(run, range)
        pendingFrequencies = 0
        mask = 0
        var ordinal = previous
        for index in 0..<used {
            let number = try reader.varint()
            ordinal += Int(number >> 1) + 1
            unsafe ordinals[index] = UInt32(truncatingIfNeeded: ordinal)
            var fields: UInt32 = 1
            if fieldCount > 1 {
                if number & 1 == 0 {
                    let field = try reader.byte()
                    guard Int(field) < fieldCount else { throw reader.damaged("field") }
                    fields = 1 << UInt32(field)
                } else {
                    fields = UInt32(truncatingIfNeeded: try reader.varint())
                    guard fields >> UInt32(fieldCount) == 0 else { throw reader.damaged("fields") }
                }
                for field in 0..<fieldCount {
                    unsafe frequencies[field * stride + index] = 0
                }
            }
            mask |= fields
            while fields != 0 {
                let field = fields.trailingZeroBitCount
                fields &= fields - 1
                let frequency = number & 1 == 0 ? 1 : try reader.varint()
                unsafe frequencies[field * stride + index] = UInt32(
                    truncatingIfNeeded: frequency)
            }
        }
        guard ordinal < run.documentCount else { throw reader.damaged("documents of a block") }
        if documents < RunLayout.blockSize { positionsOffset = reader.offset }
    }

    // MARK: Frequencies

    /// Returns the fields of the current document in which the term is.
    func fields() throws(SearchError) -> UInt32 {
        if mask & (mask &- 1) == 0 { return mask }
        try needFrequencies()
        var found: UInt32 = 0
        var fields = mask
        while fields != 0 {
            let field = fields.trailingZeroBitCount
            fields &= fields - 1
            if unsafe frequencies[field * stride + index] > 0 {
                found |= 1 << UInt32(field)
            }
        }
        return found
    }

    /// Returns the frequency in the current document: the sum over the fields of a set, each
    /// multiplied by its weight.
    @inline(__always)
    func frequency(in set: UInt32, _ weights: FieldWeights) throws(SearchError) -> Double {
        try needFrequencies()
        var sum = 0.0
        var fields = mask & set
        while fields != 0 {
            let field = fields.trailingZeroBitCount
            fields &= fields &- 1
            sum +=
                unsafe weights[field]
                * Double(frequencies[field &* stride &+ index])
        }
        return sum
    }

    // MARK: Positions

    /// Appends the places of the term in the current document: a field and a position each,
    /// ascending.
    func appendPlaces(to places: inout [UInt32]) throws(SearchError) {
        try needFrequencies()
        var reader = RunReader(run, positionsOffset..<positionsEnd)
        while positionsIndex < index {
            try reader.skipVarints(total(at: positionsIndex))
            positionsIndex += 1
        }
        positionsOffset = reader.offset
        var fields = mask
        while fields != 0 {
            let field = fields.trailingZeroBitCount
            fields &= fields - 1
            let count = unsafe frequencies[field * stride + index]
            var place = UInt32(field) << RunLayout.positionBits
            let last = place | RunLayout.noPosition
            for _ in 0..<count {
                let (sum, isOver) = place.addingReportingOverflow(
                    UInt32(truncatingIfNeeded: try reader.varint()))
                guard !isOver, sum <= last else { throw reader.damaged("position") }
                place = sum
                places.append(place)
            }
        }
        positionsIndex = index + 1
        positionsOffset = reader.offset
    }

    /// Returns the number of places of a document of the block.
    private func total(at index: Int) -> Int {
        var total = 0
        var fields = mask
        while fields != 0 {
            let field = fields.trailingZeroBitCount
            fields &= fields - 1
            total += unsafe Int(frequencies[field * stride + index])
        }
        return total
    }
}
