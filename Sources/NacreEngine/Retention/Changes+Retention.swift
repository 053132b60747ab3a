package import NacreFormat

/// Writes the settings of the store's history.
extension Changes {
    /// Sets how long former states are kept.
    /// - Parameter entity: The name of the entity that the policy is for; nil for all entities
    ///   without one of their own.
    /// - Throws: `unknownEntity`.
    package func setHistory(_ policy: HistoryPolicy, of entity: String? = nil) throws {
        let number = try entity.map { try definition($0).schema.number } ?? .externalValue
        try defineHistory()
        let settings = try HistorySettings(self)
        let next = try nextCommit()
        // What was not to be kept so far may be gone.
        let horizon =
            settings.policy(of: number).isKept ? settings.storedHorizon(of: number) : next
        // Marks from before are of states that may be gone.
        let since = settings.isMarked(number) ? settings.since(number) : next
        try save(
            StoredHistoryPolicy(entity: number, policy: policy, horizon: horizon, since: since))
    }

    func save(_ stored: StoredHistoryPolicy) throws {
        _ = try save(
            [.int(Int64(stored.entity.rawValue))] + stored.policy.stored + [
                .int(Int64(clamping: stored.horizon.rawValue)),
                .int(Int64(clamping: stored.since.rawValue)),
            ], in: Format.historyEntity)
    }

    /// Makes the store's policy longer if it keeps less than another one.
    package func lengthenHistory(to policy: HistoryPolicy) throws {
        let stored = try HistorySettings(self).policy
        let lengthened = stored.lengthened(by: policy)
        if lengthened != stored { try setHistory(lengthened) }
    }

    /// Moves all horizons forward to a commit, as far as they are before it.
    package func forgetHistory(before commit: CommitNumber) throws {
        for kept in try HistorySettings(self).kept where kept.horizon < commit {
            try raiseHorizon(of: kept.entity, to: commit)
        }
    }

    /// Moves the horizon of a policy forward: states before it may be dropped from then on.
    /// - Parameter entity: The entity of the policy; 0 for the store's.
    func raiseHorizon(of entity: EntityNumber, to commit: CommitNumber) throws {
        let id = Value.int(Int64(entity.rawValue))
        guard var values = try find(id, in: Format.historyEntity)?.values, values.count == 7 else {
            return
        }
        values[5] = .int(Int64(clamping: commit.rawValue))
        try update(values, of: Format.historyEntity)
    }

    /// Returns the number of the commit that this change is going to be.
    func nextCommit() throws(StoreError) -> CommitNumber {
        guard let next = writer.lastCommit.next else {
            throw StoreError(.limitReached, "The store's commit numbers are used up.")
        }
        return next
    }

    /// Marks the state that this change leads to, so that it is kept.
    /// - Parameter name: The name, 1 to 255 bytes.
    /// - Throws: `duplicateID` if there is a mark with that name, `invalidValue`.
    package func mark(_ name: String) throws {
        guard (1...Format.nameSizeMax).contains(name.utf8.count) else {
            throw StoreError(
                .invalidValue, "The name of a mark has 1 to \(Format.nameSizeMax) bytes.")
        }
        try defineHistory()
        try defineMarks()
        guard try find(.string(name), in: Format.marksEntity) == nil else {
            throw StoreError(.duplicateID, "There is a mark '\(name)' already. Remove it first.")
        }
        let commit = Int64(clamping: try nextCommit().rawValue)
        let settings = try HistorySettings(self)
        if !settings.policy.isKept, settings.marks.isEmpty {
            // What was not to be kept so far may be gone.
            try raiseHorizon(of: .externalValue, to: nextCommit())
        }
        try insert([.string(name), .int(commit)], into: Format.marksEntity)
    }

    /// Removes a mark. The state may then be dropped.
    /// - Throws: `noSuchObject`.
    package func removeMark(_ name: String) throws {
        guard catalog[Format.marksEntity] != nil,
            try delete(.string(name), from: Format.marksEntity)
        else { throw StoreError(.noSuchObject, "There is no mark '\(name)'.") }
    }

    /// Defines the entity whose presence makes older programs leave the store alone.
    func defineHistory() throws {
        guard catalog[Format.historyEntity] == nil else { return }
        try define(Format.historyEntity, attributes: Self.historyAttributes, id: "entity")
        let none: [Value] = [.int(0), .bool(false), .null, .null, .null, .int(0), .int(0)]
        try insert(none, into: Format.historyEntity)
    }

    func defineMarks() throws {
        guard catalog[Format.marksEntity] == nil else { return }
        try define(Format.marksEntity, attributes: Self.markAttributes, id: "name")
    }

    private static let historyAttributes = [
        attribute(1, "entity", .scalar(.int64)), attribute(2, "isKept", .scalar(.bool)),
        attribute(3, "seconds", .scalar(.double), isNullable: true),
        attribute(4, "commits", .scalar(.int64), isNullable: true),
        attribute(5, "bytes", .scalar(.int64), isNullable: true),
        attribute(6, "horizon", .scalar(.int64)), attribute(7, "since", .scalar(.int64)),
    ]

    private static let markAttributes = [
        attribute(1, "name", .string), attribute(2, "commit", .scalar(.int64)),
    ]

    static func attribute(
        _ id: UInt32, _ name: String, _ type: StoredType, isNullable: Bool = false
    ) -> AttributeSchema {
        AttributeSchema(id: AttributeID(id), name: name, type: type, isNullable: isNullable)
    }
}
