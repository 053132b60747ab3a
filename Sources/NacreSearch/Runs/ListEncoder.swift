internal import NacreFormat

/// Encodes the posting list of one term after another (Formats.md, "Posting lists").
@safe final class ListEncoder {
    private let fieldCount: Int
    // SAFETY: room for a block of numbers, and for one block for each field. Only `used` numbers
    // of each are read. Both are accessed with indices below 128 and fields below the count.
    private let ordinals: UnsafeMutablePointer<UInt32>
    private let frequencies: UnsafeMutablePointer<UInt32>

    @safe @exclusivity(unchecked) private var used = 0
    /// The fields that occur in the block.
    @safe @exclusivity(unchecked) private var mask: UInt32 = 0
    @safe @exclusivity(unchecked) private var leastLength = UInt32.max
    @safe @exclusivity(unchecked) private var lastOrdinal = -1
    @safe @exclusivity(unchecked) private var previousLast = -1
    /// The documents of the list so far.
    @safe @exclusivity(unchecked) private(set) var documents = 0

    private let skips = RunMemory(capacity: 256)
    private let blocks = RunMemory(capacity: 1024)
    private let positions = RunMemory(capacity: 1024)

    init(fieldCount: Int) {
        self.fieldCount = fieldCount
        unsafe ordinals = .allocate(capacity: RunLayout.blockSize)
        unsafe frequencies = .allocate(capacity: RunLayout.blockSize * fieldCount)
        unsafe ordinals.initialize(repeating: 0, count: RunLayout.blockSize)
        unsafe frequencies.initialize(repeating: 0, count: RunLayout.blockSize * fieldCount)
    }

    deinit {
        unsafe ordinals.deallocate()
        unsafe frequencies.deallocate()
    }

    /// Adds a document that comes after those so far.
    /// - Parameters:
    ///   - length: The number of terms of the document.
    ///   - places: The places where the term is, at least one: each a field and a position,
    ///     ascending.
    func add(_ ordinal: UInt32, length: UInt32, places: UnsafeBufferPointer<UInt32>) {
        precondition(Int(ordinal) > lastOrdinal)
        lastOrdinal = Int(ordinal)
        unsafe ordinals[used] = ordinal
        if fieldCount == 1 {
            unsafe frequencies[used] = UInt32(truncatingIfNeeded: places.count)
            mask = 1
            var previous: UInt32 = 0
            for index in 0..<places.count {
                let place = unsafe places[index]
                positions.append(varint: UInt64(place &- previous))
                previous = place
            }
        } else {
            unsafe addFields(places)
        }
        leastLength = min(leastLength, length)
        used += 1
        documents += 1
        if used == RunLayout.blockSize { endFullBlock() }
    }

    private func addFields(_ places: UnsafeBufferPointer<UInt32>) {
        for field in 0..<fieldCount {
            unsafe frequencies[field * RunLayout.blockSize + used] = 0
        }
        var field: UInt32 = 0
        var previous: UInt32 = 0
        for index in 0..<places.count {
            let place = unsafe places[index]
            let placeField = place >> RunLayout.positionBits
            precondition(Int(placeField) < fieldCount)
            if placeField != field || index == 0 {
                field = placeField
                mask |= 1 << field
                previous = field << RunLayout.positionBits
            }
            positions.append(varint: UInt64(place &- previous))
            previous = place
            unsafe frequencies[Int(field) * RunLayout.blockSize + used] += 1
        }
    }

    /// Ends the list and appends it.
    func finish(into output: RunMemory) {
        if used > 0 {
            appendPartialBlock()
            if documents > RunLayout.blockSize { endBlock() }
        }
        if documents >= RunLayout.blockSize { output.append(skips) }
        output.append(blocks)
        output.append(positions)
        skips.removeAll()
        blocks.removeAll()
        positions.removeAll()
        resetBlock()
        lastOrdinal = -1
        previousLast = -1
        documents = 0
    }

    private func resetBlock() {
        used = 0
        mask = 0
        leastLength = .max
    }

    private func endFullBlock() {
        // The ordinals become differences, from the last to the first.
        var all: UInt32 = 0
        for index in stride(from: RunLayout.blockSize - 1, through: 0, by: -1) {
            let before = unsafe index == 0 ? previousLast : Int(ordinals[index - 1])
            let difference = unsafe UInt32(truncatingIfNeeded: Int(ordinals[index]) - before - 1)
            unsafe ordinals[index] = difference
            all |= difference
        }
        let width = BitPacking.width(of: all)
        if fieldCount > 1 { blocks.append(UInt16(truncatingIfNeeded: mask)) }
        blocks.append(byte: UInt8(width))
        // A single field has at least one occurrence in each document.
        let base: UInt32 = mask.nonzeroBitCount == 1 ? 1 : 0
        for field in 0..<fieldCount where mask & 1 << UInt32(field) != 0 {
            blocks.append(byte: UInt8(frequencyWidth(field, base)))
        }
        unsafe BitPacking.append(ordinals, width: width, to: blocks)
        for field in 0..<fieldCount where mask & 1 << UInt32(field) != 0 {
            unsafe BitPacking.append(
                frequencies + field * RunLayout.blockSize, width: frequencyWidth(field, 0),
                to: blocks)
        }
        endBlock()
    }

    /// Returns the bits that the frequencies of a field need, which it reduces by `base`.
    private func frequencyWidth(_ field: Int, _ base: UInt32) -> Int {
        var all: UInt32 = 0
        let values = unsafe frequencies + field * RunLayout.blockSize
        for index in 0..<RunLayout.blockSize {
            unsafe values[index] -= base
            all |= unsafe values[index]
        }
        return BitPacking.width(of: all)
    }

    private func endBlock() {
        skips.append(UInt32(truncatingIfNeeded: lastOrdinal))
        skips.append(UInt32(truncatingIfNeeded: blocks.count))
        skips.append(UInt32(truncatingIfNeeded: positions.count))
        skips.append(UInt16(clamping: leastLength))
        let base: UInt32 =
            used == RunLayout.blockSize && mask.nonzeroBitCount == 1 ? 1 : 0
        for field in 0..<fieldCount {
            var greatest: UInt32 = 0
            if mask & 1 << UInt32(field) != 0 {
                for index in 0..<used {
                    greatest = max(
                        greatest, unsafe frequencies[field * RunLayout.blockSize + index] + base)
                }
            }
            skips.append(byte: UInt8(clamping: greatest))
        }
        previousLast = lastOrdinal
        resetBlock()
    }

    private func appendPartialBlock() {
        var before = previousLast
        for index in 0..<used {
            let ordinal = unsafe Int(ordinals[index])
            let difference = UInt64(ordinal - before - 1) << 1
            before = ordinal
            var total: UInt32 = 0
            var fields: UInt32 = 0
            for field in 0..<fieldCount where mask & 1 << UInt32(field) != 0 {
                let frequency = unsafe frequencies[field * RunLayout.blockSize + index]
                total += frequency
                if frequency > 0 { fields |= 1 << UInt32(field) }
            }
            blocks.append(varint: difference | (total == 1 ? 0 : 1))
            if total == 1 {
                if fieldCount > 1 { blocks.append(byte: UInt8(fields.trailingZeroBitCount)) }
                continue
            }
            if fieldCount > 1 { blocks.append(varint: UInt64(fields)) }
            for field in 0..<fieldCount where fields & 1 << UInt32(field) != 0 {
                let frequency = unsafe frequencies[field * RunLayout.blockSize + index]
                blocks.append(varint: UInt64(frequency))
            }
        }
    }
}
