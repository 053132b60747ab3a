internal import NacreEngine

/// An object before and after a commit.
public struct Update<Owner: Entity>: Sendable {
    /// As it was before.
    public let old: Owner
    /// As it is behind the commit.
    public let new: Owner
    /// The stored names of the attributes that differ.
    private let changedNames: Set<String>

    init(from old: Owner, to new: Owner, changed names: Set<String>) {
        self.old = old
        self.new = new
        changedNames = names
    }

    /// Whether an attribute differs, be it in bits alone as 0.0 and -0.0 do, or two ways to write
    /// the same accented letter; of an embedded struct, whether any of its members does. Behind a
    /// reference it is the reference that is asked about: the object that it leads to is another
    /// one, with changes of its own.
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

/// What became of an object that is observed.
public enum Change<Owner: Entity>: Sendable {
    /// It was changed.
    case updated(Update<Owner>)
    /// It was deleted; how it was at last. Nothing comes behind this.
    case deleted(last: Owner)
}
