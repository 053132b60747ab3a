internal import NacreFormat

/// Compares the values of unique indexes. Values that another object has when they are written are
/// compared again when the change ends, so that objects can exchange their values in any order.
extension Changes {
    /// Runs a part of the change in which a write throws `uniqueViolation` at once if another
    /// object has one of its unique values.
    package func comparingAtOnce<Result, Failure: Error>(
        _ body: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let former = comparesAtOnce
        comparesAtOnce = true
        defer { comparesAtOnce = former }
        return try body()
    }

    /// Returns whether an object other than the one in `row` has a value of a unique index.
    /// - Throws: `uniqueViolation` instead, if the change compares at once.
    func isShared(
        _ value: Value, _ index: IndexDefinition, _ definition: EntityDefinition, _ row: RowNumber?
    ) throws -> Bool {
        if mayShareUniqueValues { return try isShared([value], index, definition, row) }
        return try isObstacle(find(value, by: definition.finder(of: index)), index, definition, row)
    }

    /// Returns whether an object other than the one in `row` has the values of a unique index.
    /// - Throws: `uniqueViolation` instead, if the change compares at once.
    func isShared(
        _ values: [Value], _ index: IndexDefinition, _ definition: EntityDefinition,
        _ row: RowNumber?
    ) throws -> Bool {
        let other = try holder(of: values, index, definition, otherThan: row)
        return try isObstacle(other, index, definition, row)
    }

    private func isObstacle(
        _ other: FoundRecord?, _ index: IndexDefinition, _ definition: EntityDefinition,
        _ row: RowNumber?
    ) throws -> Bool {
        guard let other, other.row != row else { return false }
        guard comparesAtOnce else { return true }
        let id = FilterText.literal(try id(of: other))
        let names = index.attributes.map(\.name)
        let which = (names.count == 1 ? "this " : "these ") + Self.uniqueName(names)
        throw StoreError(
            .uniqueViolation,
            "There is another object of '\(definition.schema.name)' with \(which): the one with the"
                + " id \(id). Change or delete that one first, or update it instead."
        ).about(definition.schema.name, names)
            .with(obstacle: ErrorObject(entity: definition.schema.name, attributes: names, id: id))
    }

    /// Checks what can only be checked at the end of a change.
    /// - Throws: `uniqueViolation`, `danglingReference`.
    func check() throws {
        try checkUniqueness()
        try checkReferences()
    }

    /// Compares again the unique values that another object had when they were written.
    /// - Throws: `uniqueViolation` if two objects still share one.
    package func checkUniqueness() throws {
        guard mayShareUniqueValues else { return }
        try checkOpen()
        var indexes: [Int: (definition: EntityDefinition, index: IndexDefinition)] = [:]
        for definition in catalog.all {
            for index in definition.indexes where index.isUnique {
                indexes[index.slot] = (definition, index)
            }
        }
        var compared: Set<SharedValues> = []
        for shared in sharedValues where compared.insert(shared).inserted {
            // The schema may have changed since, and the object may be deleted.
            guard let (definition, index) = indexes[shared.slot],
                rows(of: definition.schema.number)[shared.row] != 0
            else { continue }
            let found = try record(of: shared.row, in: definition)
            let values = try index.ordinals.map {
                try value(of: $0, in: definition.schema, of: found)
            }
            guard index.keys(of: values, idKey) != .none,
                let other = try holder(of: values, index, definition, otherThan: found.row)
            else { continue }
            throw try sharing(
                Array(index.keyOrdinals), by: other, found, definition.schema)
        }
        for slot in Set(sharedValues.map(\.slot)) where indexes[slot] != nil {
            writer.index(slot).endSharing()
        }
    }
}

extension RecordSource {
    /// Returns an object with some values of a unique index, none of them null.
    /// - Parameter row: The row of an object that is not meant.
    func holder(
        of values: [Value], _ index: IndexDefinition, _ definition: EntityDefinition,
        otherThan row: RowNumber?
    ) throws -> FoundRecord? {
        var holder: FoundRecord?
        try forEachHolder(of: values, index, definition) { found in
            if found.row == row { return true }
            holder = found
            return false
        }
        return holder
    }
}
