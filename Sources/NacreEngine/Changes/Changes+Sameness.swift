package import NacreFormat

/// Finds writes that leave an object bit-identical to its stored state. They write no record.
extension Changes {
    /// Whether a record already holds every value of a draft, including those of derived
    /// attributes.
    func isStored(
        _ draft: RecordBuilder, as old: FoundRecord, _ definition: EntityDefinition
    ) throws -> Bool {
        guard old.layout === draft.layout else {
            return try hasValues(of: draft, old, definition.schema)
        }
        guard old.record.flags.contains(.hasExternalValues) else {
            return draft.isSame(as: old.record)
        }
        let differing = draft.layout.attributes.indices.filter {
            !draft.isSame($0, in: old.record)
        }.map { draft.layout.attributes[$0] }
        // External values are compared only if everything else is the same.
        guard
            differing.allSatisfy({
                $0.type.isVariable && old.record.isExternal($0.place, old.layout)
            })
        else { return false }
        let former = FormerRecord(old)
        return try differing.allSatisfy { attribute in
            try kept(attribute.id, draft.variable(attribute.place), former) != nil
        }
    }

    /// Whether a record of an older layout holds every value of a draft.
    private func hasValues(
        of draft: RecordBuilder, _ old: FoundRecord, _ schema: StoredSchema
    ) throws -> Bool {
        for ordinal in schema.attributes.indices {
            let stored = try value(of: ordinal, in: schema, of: old)
            guard try draft.value(ordinal).isIdentical(to: stored) else { return false }
        }
        return true
    }

    /// Whether a record was written by this change.
    func isOfThisChange(_ position: Position) -> Bool {
        position.segment == start.segment && position.rawValue >= start.rawValue
    }

    /// Writes the commit and makes it the writer's head.
    /// - Returns: false if every object is as it was before, so nothing was written.
    func finish() throws(StoreError) -> Bool {
        // If the objects cannot be compared, the change is committed.
        try finish(unless: { (try? cancelsOut()) ?? false })
    }

    /// Whether all objects, by id, are what they were before the change, although records were
    /// written. Stops at the first difference.
    private func cancelsOut() throws -> Bool {
        guard let headBefore else { return false }
        let before = view(headBefore)
        let entities = catalog.all.filter { $0.layout != nil }
        // If the counts are equal and every former object is still there, no object is new.
        let countsAgree = entities.allSatisfy { definition in
            let number = definition.schema.number
            return before.roots(of: number).ids.count == roots(of: number).ids.count
        }
        guard countsAgree else { return false }
        return try entities.allSatisfy { try isSame($0, as: before) }
    }

    private func isSame(_ definition: EntityDefinition, as before: ChangesView) throws -> Bool {
        let number = definition.schema.number
        do {
            let rows = rows(of: number)
            try before.roots(of: number).rows.forEachDifference(to: rows) { row, old, _ in
                guard old != 0 else { return }
                let former = try before.record(
                    at: Position(old), row: RowNumber(row), of: number, verifying: false)
                let values = try before.values(of: former, schema: definition.schema)
                let id = values[definition.schema.idOrdinal]
                guard let present = try find(id, in: definition),
                    try self.values(of: present, schema: definition.schema).isIdentical(to: values)
                else { throw Difference() }
            }
        } catch is Difference {
            return false
        }
        return true
    }

    /// Stops the comparison at the first difference.
    private struct Difference: Error {}
}

extension [Value] {
    /// Whether all values have the same bits: NaN is identical to itself, and -0.0 is not identical
    /// to 0.0.
    package func isIdentical(to other: [Value]) -> Bool {
        count == other.count && zip(self, other).allSatisfy { $0.isIdentical(to: $1) }
    }
}
