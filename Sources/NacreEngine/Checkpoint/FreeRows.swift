internal import NacreFormat

/// The free rows of an entity, for a store that was opened with a checkpoint. Those of the
/// checkpoint are found one by one, on demand: finding all of them would take longer than the
/// opening. The checkpoint's blocks never change, so later writes cannot make a row free a second
/// time.
struct FreeRows {
    /// The rows that became free after the checkpoint.
    private(set) var listed: [UInt32] = []
    /// The rows that were written after the checkpoint. Their state in the blocks is obsolete.
    private var touched: Set<UInt32> = []
    private let blocks: CheckpointBlocks?
    /// The section of the rows.
    private let section: CheckpointSection?
    /// The first block that may contain rows that were not examined yet.
    private var block = 0
    /// The first row that was not examined yet.
    private var next: UInt32 = 0
    /// The end of the used rows: no row at or above it was ever used. 0 if no row is free.
    private let end: UInt32

    /// Makes an empty set.
    init() {
        blocks = nil
        section = nil
        end = 0
    }

    /// - Parameter section: A section of rows.
    init(_ section: CheckpointSection, of blocks: CheckpointBlocks) {
        self.blocks = blocks
        self.section = section
        // Often no row is free.
        end = section.entries == Int(section.number) ? 0 : section.number
    }

    /// Notes a row that was written after the checkpoint.
    mutating func add(_ row: UInt32, isFree: Bool) {
        // If the checkpoint has no free rows, the written ones need not be known.
        if end > 0 { touched.insert(row) }
        if isFree { listed.append(row) }
    }

    /// Whether all rows were examined.
    var isUsedUp: Bool { next >= end }

    /// Returns a free row of the checkpoint that was not returned before; nil if there are no more.
    mutating func takeNext() -> UInt32? {
        guard let blocks, let section else { return nil }
        while next < end {
            let row = next
            var isFree = true
            if block < section.blocks {
                let found = blocks.block(block, of: section)
                let place = Int(row) - Int(found.top.baseRow)
                if place >= PackedBlock.wordsMax {
                    block += 1
                    continue
                }
                isFree = place < 0 || found.word(place) == 0
            }
            next += 1
            if isFree, !touched.contains(row) { return row }
        }
        return nil
    }
}
