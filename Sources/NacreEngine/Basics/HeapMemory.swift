internal import CNacreShims

/// The process's memory of arrays and the like.
enum HeapMemory {
    /// Of fewer objects no change leaves much behind.
    private static let objectsMin = 1 << 16

    /// Gives back what a large change has left free: arrays of many megabytes, between which others
    /// came to stand. The GNU allocator keeps such room unless it is asked.
    /// - Parameter count: how many objects were changed.
    static func giveBack(afterChangeOf count: Int) {
        if count >= objectsMin { nacre_give_back_heap() }
    }
}
