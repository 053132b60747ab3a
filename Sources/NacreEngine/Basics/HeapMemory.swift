internal import CNacreShims

/// The process's heap, which holds arrays and other objects.
enum HeapMemory {
    /// The minimum number of changed objects. Smaller changes leave little free memory.
    private static let objectsMin = 1 << 16

    /// Returns the memory that a large change has freed to the system, such as arrays of many
    /// megabytes with later allocations between them. The GNU allocator otherwise keeps it.
    /// - Parameter count: The number of changed objects.
    static func giveBack(afterChangeOf count: Int) {
        if count >= objectsMin { nacre_give_back_heap() }
    }
}
