internal import NacreFormat

/// The rows of an entity that were free when the store was opened behind a checkpoint. Those of the
/// checkpoint are found one after another, when rows are needed: looking at all of them would take
/// longer than the opening. What the blocks say never changes, so that nothing that is written
/// meanwhile can make a row free a second time.
struct FreeRows {
    /// Those that became free behind the checkpoint.
    private(set) var listed: [UInt32] = []
    /// What was written behind the checkpoint: the blocks say nothing of these rows any more.
    private var touched: Set<UInt32> = []
    private let blocks: CheckpointBlocks?
    /// Where they stand.
    private let section: CheckpointSection?
    /// The first block that may hold rows that were not looked at.
    private var block = 0
    /// The first row that was not looked at.
    private var next: UInt32 = 0
    /// No row from here on was ever used.
    private let end: UInt32

    /// None at all.
    init() {
        blocks = nil
        section = nil
        end = 0
    }

    /// - Parameter section: one of rows.
    init(_ section: CheckpointSection, of blocks: CheckpointBlocks) {
        self.blocks = blocks
        self.section = section
        // Often there is none.
        end = section.entries == Int(section.number) ? 0 : section.number
    }

    /// Takes note of a row that was written behind the checkpoint.
    mutating func add(_ row: UInt32, isFree: Bool) {
        // Without free rows in the checkpoint, nobody asks which of them were written.
        if end > 0 { touched.insert(row) }
        if isFree { listed.append(row) }
    }

    /// Whether all rows were looked at.
    var isUsedUp: Bool { next >= end }

    /// A row of the checkpoint that is free and was not given out before.
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
