package import NacreFormat
internal import Synchronization

/// The bytes of a file in memory. Growing moves them to a larger extent. Mappings keep the extent
/// that they were made from and still see later writes within it, as with a real file.
package final class MemoryContent: Sendable {
    private struct State {
        var extent = Extent(capacity: 0)
        var size = 0
        /// The former extents that mappings may still hold.
        var former: [FormerExtent] = []
    }

    private struct FormerExtent {
        weak var extent: Extent?
    }

    private let state = Mutex(State())

    package init() {}

    /// A piece of memory of fixed size.
    ///
    /// Sendable although its bytes change: the only writer writes a byte before any reader learns
    /// of it, exactly as with a mapped file.
    @safe final class Extent: @unchecked Sendable {
        let base: UnsafeMutableRawPointer
        let capacity: Int

        init(capacity: Int) {
            self.capacity = capacity
            unsafe base = .allocate(byteCount: max(capacity, 16), alignment: 16)
            unsafe base.initializeMemory(as: UInt8.self, repeating: 0, count: max(capacity, 16))
        }

        deinit { unsafe base.deallocate() }

        func view(_ count: Int) -> ByteView {
            precondition(count <= capacity)
            return unsafe ByteView(base: base, count: count)
        }

        func store(_ bytes: ByteView, at offset: Int) {
            precondition(offset >= 0 && bytes.count <= capacity - offset)
            guard bytes.count > 0, let source = unsafe bytes.buffer.baseAddress else { return }
            unsafe (base + offset).copyMemory(from: source, byteCount: bytes.count)
        }

        func zero(_ range: Range<Int>) {
            precondition(range.lowerBound >= 0 && range.upperBound <= capacity)
            unsafe (base + range.lowerBound).initializeMemory(
                as: UInt8.self, repeating: 0, count: range.count)
        }
    }

    package var size: Int { state.withLock { $0.size } }

    package func write(_ bytes: ByteView, at offset: Int) {
        state.withLock { state in
            Self.grow(&state, to: max(state.size, offset + bytes.count))
            state.extent.store(bytes, at: offset)
            for former in state.former {
                guard let extent = former.extent, offset < extent.capacity else { continue }
                let count = min(bytes.count, extent.capacity - offset)
                extent.store(bytes[0..<count], at: offset)
            }
        }
    }

    package func setSize(_ size: Int) {
        state.withLock { state in
            if size < state.size { state.extent.zero(size..<state.size) }
            Self.grow(&state, to: size)
        }
    }

    private static func grow(_ state: inout State, to size: Int) {
        if size > state.extent.capacity {
            let larger = Extent(capacity: max(size, state.extent.capacity * 2))
            larger.store(state.extent.view(state.size), at: 0)
            state.former.removeAll { $0.extent == nil }
            state.former.append(FormerExtent(extent: state.extent))
            state.extent = larger
        }
        state.size = size
    }

    package func copy(_ range: Range<Int>) -> MappedBytes {
        let copy = MemoryContent()
        map(range.upperBound).read { view in
            copy.write(view[range.clamped(to: 0..<view.count)], at: 0)
        }
        return copy.map(range.count)
    }

    package func map(_ count: Int) -> MappedBytes {
        state.withLock { state in
            let extent = state.extent
            return MappedBytes(extent.view(min(count, state.size))) {
                withExtendedLifetime(extent) {}
            }
        }
    }
}
