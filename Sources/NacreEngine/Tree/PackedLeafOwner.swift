internal import CNacreShims
internal import NacreFormat

/// Owns packed blocks that are leaves of trees and row tables, and is responsible for their
/// content. Each block is checked when a walk first reaches it. The node above the block knows the
/// owner.
///
/// A class, not a protocol: nodes are raw memory and hold its address. Thread-safe.
@safe class PackedLeafOwner: @unchecked Sendable {
    // SAFETY: `damage` is thread-safe. A subclass must protect its own properties.

    /// Set when a block is damaged and cannot be made again. Later reads may return wrong data, so
    /// each read checks this at its end.
    final let damage = Poison()

    /// The values of the top's word that is zero in the file.
    enum Mark {
        /// A thread is checking the block.
        static let claimed: UInt32 = 1
        static let checked: UInt32 = 2
    }

    /// Checks a block that no walk has reached before, and makes it again if it is damaged. Waits
    /// if another thread is doing so.
    /// - Parameter top: The address of the block's top.
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

    /// The address by which nodes refer to this object.
    final var address: UInt64 {
        unsafe UInt64(UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()))
    }

    /// Checks a block through its owner.
    /// - Parameter address: The address of an owner that outlives the nodes. 0 if there is none.
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
