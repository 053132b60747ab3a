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
            let present = try binding.values(of: object.id, in: changes)
        else { return object }
        let draft = try encoded(object, binding)
        let own = try StoreError.typed { try former.indices.map { try draft.value($0) } }
        let merged = binding.merged(from: former, to: own, onto: present)
        return try binding.object(of: merged, in: changes)
    }
}

extension Snapshot {
    /// An object after a change that was made to another state of it: with those properties in
    /// which the change's two sides differ, and all others as they are.
    /// - Parameters:
    ///   - former: before the change, of whatever time.
    ///   - next: behind the change.
    ///   - object: to be changed likewise. What it holds by value is that of the snapshot.
    package func applying<Owner: Entity>(
        from former: Owner, to next: Owner, onto object: Owner
    ) throws(StoreError) -> Owner {
        let binding = try registry.binding(Owner.self)
        let merged = binding.merged(
            from: try binding.values(of: former), to: try binding.values(of: next),
            onto: try binding.values(of: object))
        return try binding.object(of: merged, in: content)
    }

    /// Whether an object is the same in another snapshot of the same store, or in neither.
    package func hasSame<Owner: Entity>(
        _ type: Owner.Type, _ id: Owner.ID, as other: Snapshot
    ) throws(StoreError) -> Bool {
        let binding = try registry.binding(type)
        return try binding.values(of: id, in: content) == binding.values(of: id, in: other.content)
    }
}

extension EntityBinding {
    /// Stored values with those properties that differ between two others of the same object.
    fileprivate func merged(
        from former: [NacreFormat.Value], to next: [NacreFormat.Value],
        onto present: [NacreFormat.Value]
    ) -> [NacreFormat.Value] {
        var merged = present
        for property in storedOrdinals
        where property.contains(where: { next[$0] != former[$0] }) {
            for ordinal in property { merged[ordinal] = next[ordinal] }
        }
        return merged
    }

    /// What would be stored of an object.
    fileprivate func values(of object: Owner) throws(StoreError) -> [NacreFormat.Value] {
        let record = RecordBuilder(layout)
        try encode(object, into: record)
        return try StoreError.typed {
            try definition.schema.attributes.indices.map { try record.value($0) }
        }
    }

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
