internal import NacreEngine
internal import NacreFormat

/// What live objects need to know before they write over what somebody else may have changed.
extension WriteTransaction {
    /// What others did to an object since a snapshot was taken.
    package enum OthersWork: Sendable {
        case none, updated, deleted
    }

    /// - Parameters:
    ///   - id: of an object that the snapshot has.
    ///   - snapshot: of this transaction's store.
    package func othersWork<Owner: Entity>(
        on type: Owner.Type, _ id: Owner.ID, since snapshot: Snapshot
    ) throws(StoreError) -> OthersWork {
        let binding = try registry.binding(type)
        let now = try binding.values(of: id, in: changes)
        guard let now else { return .deleted }
        return try binding.values(of: id, in: snapshot.content) == now ? .none : .updated
    }

    /// An object with those properties of its own that differ from a snapshot's, and all others as
    /// they are now.
    /// - Returns: the object as it is if either the snapshot or the store has none with its id.
    package func merging<Owner: Entity>(
        _ object: Owner, since snapshot: Snapshot
    ) throws(StoreError) -> Owner {
        let binding = try registry.binding(Owner.self)
        guard let former = try binding.values(of: object.id, in: snapshot.content),
            var merged = try binding.values(of: object.id, in: changes)
        else { return object }
        let draft = try encoded(object, binding)
        let own = try StoreError.typed { try former.indices.map { try draft.value($0) } }
        for property in binding.storedOrdinals
        where property.contains(where: { own[$0] != former[$0] }) {
            for ordinal in property { merged[ordinal] = own[ordinal] }
        }
        return try binding.object(of: merged, in: changes)
    }
}

extension Snapshot {
    /// Whether an object is the same in another snapshot of the same store, or in neither.
    package func hasSame<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID, as other: Snapshot
    ) throws(StoreError) -> Bool {
        let binding = try registry.binding(type)
        return try binding.values(of: id, in: content) == binding.values(of: id, in: other.content)
    }
}

extension EntityBinding {
    /// The stored values of the object with an id.
    fileprivate func values(
        of id: Owner.ID, in source: some RecordSource
    ) throws(StoreError) -> [NacreFormat.Value]? {
        try StoreError.typed {
            try source.find(id.storedValue().value, in: definition).map {
                try source.values(of: $0, schema: definition.schema)
            }
        }
    }
}
