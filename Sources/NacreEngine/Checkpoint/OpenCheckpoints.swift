internal import NacreFormat
internal import Synchronization

/// The checkpoints that stores of this process were opened with, by where they are in memory: a
/// node knows the address of its block, and nothing of the checkpoint around it.
enum OpenCheckpoints {
    @safe private struct Entry {
        let start: UInt
        let end: UInt
        // SAFETY: taken off the list before the object goes.
        let blocks: Unmanaged<CheckpointBlocks>
    }

    private static let all = Mutex<[Entry]>([])

    static func add(_ blocks: CheckpointBlocks) {
        let start = unsafe UInt(bitPattern: blocks.mapping.view.base)
        let entry = unsafe Entry(
            start: start, end: start + UInt(blocks.mapping.view.count),
            blocks: unsafe Unmanaged.passUnretained(blocks))
        all.withLock { $0.append(entry) }
    }

    static func remove(_ blocks: CheckpointBlocks) {
        let start = unsafe UInt(bitPattern: blocks.mapping.view.base)
        all.withLock { $0.removeAll { $0.start == start } }
    }

    /// - Parameter address: in a checkpoint that the caller has a hold on.
    static func find(_ address: UInt) -> CheckpointBlocks? {
        all.withLock { all in
            for place in all.indices {
                let entry = all[place]
                if entry.start <= address, address < entry.end {
                    return unsafe entry.blocks.takeUnretainedValue()
                }
            }
            return nil
        }
    }
}
