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

    /// Checks a block unless that was done before.
    @inline(__always)
    final func check(topAt top: UnsafeRawPointer) {
        if unsafe !Self.isChecked(topAt: top) { checkFirst(topAt: UInt(bitPattern: top)) }
    }

    /// Checks a block that no walk has reached before, through its owner.
    /// - Parameter owner: The owner. Versions and the writer keep the owner of the nodes that they
    ///   reach.
    @inline(never)
    static func checkFirst(topAt top: UInt, by owner: ObjectAddress<PackedLeafOwner>) {
        let checked: Void? = owner.lend { $0.checkFirst(topAt: top) }
        precondition(checked != nil, "a packed block below a node without an owner")
    }
}
