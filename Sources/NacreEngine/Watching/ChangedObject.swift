internal import NacreFormat

/// One change of a commit, whose values are read when they are needed for the first time.
struct ChangedObject {
    private let schema: StoredSchema
    private let commit: LoggedCommit
    private let old: FoundRecord?
    private let new: FoundRecord?
    /// Whether the object came, left, or is in another row, so that no value tells what depends on
    /// it.
    let isMoved: Bool
    /// The answers of ``differs(at:)``, by ordinal.
    private var differing: [Int: Bool] = [:]

    init(
        _ change: RecordChange, in commit: LoggedCommit, _ schema: StoredSchema
    ) throws(StoreError) {
        self.schema = schema
        self.commit = commit
        old = try commit.old(change)
        new = try commit.new(change)
        isMoved = change.kind != .updated || change.isMove
    }

    /// Returns the keys of an attribute's old and new value.
    func keys(of ordinal: Int) throws -> (old: UInt64?, new: UInt64?) {
        (
            try old.map { OrderKey.key(try commit.before.value(of: ordinal, in: schema, of: $0)) },
            try new.map { OrderKey.key(try commit.after.value(of: ordinal, in: schema, of: $0)) }
        )
    }

    /// Returns whether the change may affect what depends on some attributes only.
    /// - Parameter ordinals: The attributes' ordinals; nil for all.
    mutating func affects(_ ordinals: [Int]?) throws -> Bool {
        guard let ordinals, !isMoved else { return true }
        for ordinal in ordinals where try differs(at: ordinal) { return true }
        return false
    }

    /// Returns whether the old and the new value of an attribute differ. Only for an object that
    /// has both.
    mutating func differs(at ordinal: Int) throws -> Bool {
        if let known = differing[ordinal] { return known }
        guard let old, let new else { return true }
        let former = try commit.before.value(of: ordinal, in: schema, of: old)
        let next = try commit.after.value(of: ordinal, in: schema, of: new)
        let differs = !former.isIdentical(to: next)
        differing[ordinal] = differs
        return differs
    }
}
