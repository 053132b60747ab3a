internal import NacreEngine

/// The values of one attribute of a result, written where they are in the result's array: as its
/// elements, or as one part of its tuples.
@safe final class ProjectedColumn: Sendable {
    // SAFETY: the owner of the array keeps it alive. There is a value at `base`, and after each
    // further `stride` bytes, `count` in all. Different threads write different blocks.
    private nonisolated(unsafe) let base: UnsafeMutableRawPointer
    private let stride: Int
    private let count: Int
    // SAFETY: the number of values of each block that were written. Only the thread that has the
    // block writes it.
    private nonisolated(unsafe) let made: UnsafeMutablePointer<Int>

    /// - Parameters:
    ///   - base: The address of the first value.
    ///   - stride: The distance from one value to the next, in bytes.
    ///   - count: The number of values.
    @unsafe init(_ base: UnsafeMutableRawPointer, stride: Int, count: Int) {
        unsafe self.base = unsafe base
        self.stride = stride
        self.count = count
        let blocks = count / ProjectedBlock.sizeMax + 1
        unsafe made = .allocate(capacity: blocks)
        unsafe made.initialize(repeating: 0, count: blocks)
    }

    deinit { unsafe made.deallocate() }

    private func address<Value>(_ place: Int, _ type: Value.Type) -> UnsafeMutablePointer<Value> {
        precondition(UInt(bitPattern: place) < UInt(bitPattern: count))
        return unsafe (base + place &* stride).assumingMemoryBound(to: type)
    }

    /// Writes the next value of a block.
    /// - Parameters:
    ///   - value: A value of the column's type.
    ///   - place: Its place in the result.
    @inline(__always)
    func append<Value>(_ value: consuming Value, at place: Int) {
        unsafe address(place, Value.self).initialize(to: value)
        unsafe made[place / ProjectedBlock.sizeMax] += 1
    }

    /// Destroys the values that were written, for a result that is not complete.
    /// - Parameter type: The column's type.
    func removeAll<Value>(_ type: Value.Type) {
        for start in Swift.stride(from: 0, to: count, by: ProjectedBlock.sizeMax) {
            let end = unsafe start + made[start / ProjectedBlock.sizeMax]
            for place in start..<end { unsafe address(place, type).deinitialize(count: 1) }
        }
    }
}
