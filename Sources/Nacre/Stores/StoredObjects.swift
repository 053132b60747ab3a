package import NacreEngine
package import NacreFormat

/// The objects of an entity as stored values, for code that reads and writes them in other forms.
package struct StoredObjects<Owner: Entity>: Sendable {
    private let binding: EntityBinding<Owner>
    private let database: Database

    init(_ binding: EntityBinding<Owner>, _ database: Database) {
        self.binding = binding
        self.database = database
    }

    /// The entity's schema in this store.
    package var schema: StoredSchema { binding.definition.schema }

    /// The ordinals of the type's attributes in the schema, in the order of their declaration.
    package var ordinals: [Int] { binding.storedOrdinals.flatMap { $0 } }

    /// Whether objects hold other objects by value.
    package var holdsObjects: Bool { binding.rows.holdsObjects }

    /// Returns the ordinals of attributes. An embedded struct includes all of its properties.
    /// - Throws: `invalidValue` if a field is no attribute of the entity itself.
    package func ordinals(
        of fields: [PartialKeyPath<Owner.Fields>]
    ) throws(StoreError) -> Set<Int> {
        let root = Owner.Fields(FieldPath())
        var found: Set<Int> = []
        for field in fields {
            let path = (root[keyPath: field] as? any FieldProtocol)?.fieldPath
            let own = ordinals.filter { ordinal in
                guard let path, path.references.isEmpty else { return false }
                let name = schema.attributes[ordinal].name
                return name == path.attribute || name.hasPrefix("\(path.attribute).")
            }
            guard !own.isEmpty else {
                throw StoreError(
                    .invalidValue,
                    "'\(path?.name ?? "\(field)")' is no attribute of '\(schema.name)' itself."
                ).about(schema.name)
            }
            found.formUnion(own)
        }
        return found
    }

    /// Returns the values of a new object of which nothing is known: the declared defaults, and
    /// null for all other attributes.
    package func defaults() throws(StoreError) -> [NacreFormat.Value] {
        var values = [NacreFormat.Value](repeating: .null, count: schema.attributes.count)
        let known = try DefaultValues(binding.model, in: binding.reader.stageContext).values()
        for (leaf, value) in zip(binding.model.leaves, known) {
            if let value, let ordinal = schema.ordinal(of: leaf.name) { values[ordinal] = value }
        }
        return values
    }

    /// Returns the values that would be stored for an object, in the order of the schema. Objects
    /// that it holds are represented by their ids.
    package func values(of object: Owner) throws(StoreError) -> [NacreFormat.Value] {
        try binding.values(of: object, HeldObjects())
    }

    /// Returns the object that has some values, which come from outside the store. Objects that it
    /// holds are read from the newest state of the store.
    /// - Throws: `invalidValue`, with the attribute, if its type refuses a value.
    package func object(of values: [NacreFormat.Value]) throws(StoreError) -> Owner {
        guard binding.rows.holdsObjects else { return try object(of: values, holding: nil) }
        let snapshot = try StoreError.typed { try database.snapshot() }
        return try object(of: values, holding: binding.reader.heldReader(snapshot))
    }

    /// Returns the object that has some values, which come from outside the store. Objects that it
    /// holds are read from a change.
    /// - Throws: `invalidValue`, with the attribute, if its type refuses a value.
    package func object(
        of values: [NacreFormat.Value], in changes: borrowing WriteTransaction
    ) throws(StoreError) -> Owner {
        guard binding.rows.holdsObjects else { return try object(of: values, holding: nil) }
        return try object(of: values, holding: binding.reader.heldReader(changes.changes))
    }

    private func object(
        of values: [NacreFormat.Value], holding held: HeldObjectReader?
    ) throws(StoreError) -> Owner {
        let rows = binding.rows
        return try binding.reader.read(values, by: rows, held) { (row) throws(StoreError) in
            do { return try binding.decode(&row) } catch {
                if let error = error as? StoreError { throw error }
                let name = rows.leafName(row.lastOrdinal)
                let reason = (error as? AttributeError)?.reason ?? ErrorText.reason(error)
                throw StoreError(
                    .invalidValue,
                    "'\(name)' of '\(schema.name)' does not take the value:"
                        + " \(reason)."
                ).about(schema.name, [name])
            }
        }
    }
}

extension StoredObjects {
    /// Returns values with a new id in place of a missing one.
    package func identified(_ values: [NacreFormat.Value]) -> [NacreFormat.Value] {
        guard values[schema.idOrdinal].isNull else { return values }
        var values = values
        values[schema.idOrdinal] = .objectID(ObjectID<Owner>().rawValue)
        return values
    }

    /// Runs a part of a change in which a write throws `uniqueViolation` at once if another object
    /// has one of its unique values.
    package func comparingAtOnce(
        in changes: borrowing WriteTransaction, _ body: () throws -> Void
    ) throws {
        try changes.changes.comparingAtOnce(body)
    }
}

extension Store {
    /// Returns the form of an entity's objects as stored values.
    /// - Throws: `unknownEntity` if the store was opened without the type.
    package func storedObjects<Owner: Entity>(
        of type: Owner.Type
    ) throws(StoreError) -> StoredObjects<Owner> {
        StoredObjects(try registry.binding(type), database)
    }
}
