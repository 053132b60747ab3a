internal import NacreEngine

/// An object before and after a commit.
public struct Update<Owner: Entity>: Sendable {
    /// The object before the commit.
    public let old: Owner
    /// The object after the commit.
    public let new: Owner
    /// The stored names of the attributes that differ.
    private let changedNames: Set<String>
    private let model: EntityModel

    init(from old: Owner, to new: Owner, changed names: Set<String>, _ model: EntityModel) {
        self.old = old
        self.new = new
        changedNames = names
        self.model = model
    }

    /// The stored names of the attributes that differ, in the order of the type. A member of an
    /// embedded struct has the name of its property before its own: `address.city`.
    public var changedKeys: [String] { model.leaves.map(\.name).filter(changedNames.contains) }

    /// The key paths of the properties that differ, in the order of the type. So a log of changes
    /// needs no list of properties:
    ///
    /// ```swift
    /// for path in update.changedKeyPaths {
    ///     print("\(path): \(update.old[keyPath: path]) -> \(update.new[keyPath: path])")
    /// }
    /// ```
    /// An embedded struct is one property.
    public var changedKeyPaths: [PartialKeyPath<Owner>] {
        model.attributes.indices.compactMap { property in
            let leaves = model.leaves(of: property)
            guard leaves.contains(where: { changedNames.contains($0.name) }) else { return nil }
            return model.attributes[property].path as AnyKeyPath as? PartialKeyPath<Owner>
        }
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
