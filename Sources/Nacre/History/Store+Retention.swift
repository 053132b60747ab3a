public import Foundation
public import NacreEngine
internal import NacreFormat

/// How long former states are kept.
extension Store {
    /// The oldest commit from which on every state can be read.
    public struct Horizon: Sendable, Hashable {
        /// The number of the commit. 0 if nothing was dropped since the store was made.
        public let commit: UInt64
        /// The date of the commit; nil if it is not known any more.
        public let date: Date?
    }

    /// Sets how long the store keeps former states of its objects. The policy is stored: all
    /// programs that open the store keep the states, and programs from before this feature refuse
    /// to write to it.
    ///
    /// ```swift
    /// try store.setHistory(.days(30).atMost(bytes: 1 << 30))
    /// ```
    /// A store keeps nothing until a policy is set, and promises only states from then on. A
    /// shorter policy, or ``HistoryPolicy/none``, lets the next compaction drop states.
    /// - Throws: The errors of `performChanges`.
    public func setHistory(_ policy: HistoryPolicy) throws(StoreError) {
        try StoreError.typed { try database.setHistory(policy) }
    }

    /// Sets how long the store keeps former states of one entity, instead of the policy of the
    /// store. Use ``HistoryPolicy/none`` for data that has no useful history, such as caches and
    /// counters.
    /// - Throws: `unknownEntity` if the store was opened without the type, and the errors of
    ///   `performChanges`.
    public func setHistory<Owner: Entity>(
        _ policy: HistoryPolicy, of type: Owner.Type
    ) throws(StoreError) {
        let name = try registry.binding(type).model.name
        try StoreError.typed { try database.setHistory(policy, of: name) }
    }

    /// The policy of all entities without one of their own.
    public var historyPolicy: HistoryPolicy {
        get throws(StoreError) { try historySettings.policy }
    }

    /// Returns the policy that holds for an entity.
    /// - Throws: `unknownEntity` if the store was opened without the type, `closed`, `corrupt`.
    public func historyPolicy<Owner: Entity>(
        of type: Owner.Type
    ) throws(StoreError) -> HistoryPolicy {
        let entity = try registry.binding(type).definition.schema.number
        return try historySettings.policy(of: entity)
    }

    /// Lets go of former states before a moment, also if the policy would keep them longer. The
    /// next compaction drops them; states after the moment and marks are kept.
    ///
    /// ```swift
    /// try store.forgetHistory(before: .date(january))
    /// try store.compact()
    /// ```
    /// - Throws: `invalidValue` for a commit that does not exist yet, `noSuchObject` for a mark
    ///   that does not exist, and the errors of `performChanges`.
    public func forgetHistory(before point: HistoryPoint) throws(StoreError) {
        try StoreError.typed { try database.forgetHistory(before: commit(at: point)) }
    }

    var historySettings: HistorySettings {
        get throws(StoreError) { try StoreError.typed { try database.historySettings() } }
    }

    /// The oldest commit from which on every state of the store can be read. It only moves forward.
    /// - Throws: `closed`, `corrupt`, `io`.
    public var horizon: Horizon {
        get throws(StoreError) { Horizon(try StoreError.typed { try database.horizon() }) }
    }

    /// Returns the oldest commit from which on every state of an entity can be read.
    /// - Throws: `unknownEntity` if the store was opened without the type, `closed`, `corrupt`,
    ///   `io`.
    public func horizon<Owner: Entity>(of type: Owner.Type) throws(StoreError) -> Horizon {
        let entity = try registry.binding(type).definition.schema.number
        return Horizon(try StoreError.typed { try database.horizon(of: entity) })
    }

    /// The marked states, oldest first.
    /// - Throws: `closed`, `corrupt`.
    public var marks: [HistoryMark] {
        get throws(StoreError) { try historySettings.marks }
    }

    /// Removes a mark. Its state may be dropped from then on, if no policy keeps it.
    /// - Throws: `noSuchObject` if there is no such mark, and the errors of `performChanges`.
    public func removeMark(_ name: String) throws(StoreError) {
        try StoreError.typed { try database.performChanges { try $0.removeMark(name) } }
    }
}

extension Store.Horizon {
    fileprivate init(_ horizon: (commit: CommitNumber, time: Int64?)) {
        self.init(
            commit: horizon.commit.rawValue,
            date: horizon.time.map { Date(timeIntervalSince1970: Double($0) / 1_000_000) })
    }
}

extension WriteTransaction {
    /// Marks the state that this change leads to. It is kept however old it gets, also without a
    /// policy, until ``Store/removeMark(_:)``. The commits between the mark and the horizon are not
    /// kept with it.
    ///
    /// ```swift
    /// try store.performChanges { try $0.mark("before import") }
    /// let before = try store.snapshot(at: .mark("before import"))
    /// ```
    /// - Parameter name: A name that no other mark has, 1 to 255 bytes.
    /// - Throws: `duplicateID` if there is a mark with that name, and `invalidValue`.
    public func mark(_ name: String) throws(StoreError) {
        try StoreError.typed { try changes.mark(name) }
    }
}
