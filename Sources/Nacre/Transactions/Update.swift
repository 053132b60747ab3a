internal import NacreEngine

/// An object before and after a commit.
public struct Update<Owner: Entity>: Sendable {
    /// The object before the commit.
    public let old: Owner
    /// The object after the commit.
    public let new: Owner
    /// The stored names of the attributes that differ.
    private let changedNames: Set<String>

    init(from old: Owner, to new: Owner, changed names: Set<String>) {
        self.old = old
        self.new = new
        changedNames = names
    }

    /// Returns whether an attribute differs. It also differs if only its bits do, as those of 0.0
    /// and -0.0, or of two spellings of the same accented letter. An embedded struct differs if any
    /// of its members does. If the path goes through a reference, the reference is compared: the
    /// object that it leads to is another one, with changes of its own.
    ///
    /// ```swift
    /// if update.changed(\.name) || update.changed(\.townHall) { ... }
    /// ```
    public func changed<Member: FieldProtocol>(
        _ field: KeyPath<Owner.Fields, Member>
    ) -> Bool where Member.Root == Owner {
        let path = Owner.Fields(FieldPath())[keyPath: field].fieldPath
        let name = path.references.first ?? path.attribute
        return changedNames.contains(name)
            || changedNames.contains { $0.hasPrefix("\(name).") }
    }
}

/// A change of an object that is observed.
public enum Change<Owner: Entity>: Sendable {
    /// The object was updated.
    case updated(Update<Owner>)
    /// The object was deleted, or the entity's default filter no longer matches it. The value is
    /// the object before that. No change follows.
    case deleted(last: Owner)
}
