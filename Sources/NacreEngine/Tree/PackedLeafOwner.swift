internal import CNacreShims
internal import NacreFormat

/// Owns packed blocks that are leaves of trees and row tables, and answers for what they say. Each
/// block is checked when a walk first comes to it. The node above the block knows the owner.
///
/// A class and no protocol: nodes are raw memory and hold its address. Thread-safe.
@safe class PackedLeafOwner: @unchecked Sendable {
    // SAFETY: `damage` is thread-safe, and a subclass sees to what it adds.

    /// Set when a block is damaged and cannot be made again. What is read from then on may be
    /// wrong, so that each read looks at this when it ends.
    final let damage = Poison()

    /// The values of the word of a top that is zero in the file.
    enum Mark {
        /// A thread is checking the block.
        static let claimed: UInt32 = 1
        static let checked: UInt32 = 2
    }

    /// Checks a block that no walk came to before, and makes it again if it is damaged. Waits if
    /// another thread is doing so.
    /// - Parameter top: the address of the block's top.
    func checkFirst(topAt top: UInt) {
        preconditionFailure("a subclass has the blocks")
    }

    @inline(__always)
    static func isChecked(topAt top: UnsafeRawPointer) -> Bool {
        unsafe nacre_load_acquire(word(of: top)) == Mark.checked
    }

    @inline(__always)
    static func word(of top: UnsafeRawPointer) -> UnsafeMutablePointer<UInt32> {
        unsafe UnsafeMutableRawPointer(mutating: top + PackedTopFields.zero.offset)
            .assumingMemoryBound(to: UInt32.self)
    }

    /// For nodes.
    final var address: UInt64 {
        unsafe UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    }

    /// - Parameter address: of an owner that outlives the nodes; 0 if there is none.
    @inline(never)
    static func checkFirst(topAt top: UInt, ownerAt address: UInt64) {
        guard let owner = unsafe UnsafeRawPointer(bitPattern: UInt(address)) else {
            preconditionFailure("a packed block below a node without an owner")
        }
        // SAFETY: versions and the writer keep the owner of the nodes that they reach.
        unsafe Unmanaged<PackedLeafOwner>.fromOpaque(owner)
            ._withUnsafeGuaranteedRef { $0.checkFirst(topAt: top) }
    }
}
