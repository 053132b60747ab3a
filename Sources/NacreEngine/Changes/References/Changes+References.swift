internal import NacreFormat

/// Checks that references with a delete rule lead to objects. Each reference is looked up when it
/// is written. Those not found are looked up again at the end of the change, so objects may be
/// written in any order and may refer to each other.
extension Changes {
    /// Returns the attributes of a draft whose target does not exist yet. References that the
    /// object had before are not checked: a salvaged store may have lost their targets.
    func missingReferences(
        of draft: RecordBuilder, _ definition: EntityDefinition, replacing old: FoundRecord?
    ) throws -> [AttributeID] {
        guard !definition.guardedOrdinals.isEmpty, checksReferences else { return [] }
        var missing: [AttributeID] = []
        let isOfOneLayout = old.map { $0.layout === draft.layout } ?? false
        for ordinal in definition.guardedOrdinals {
            if isOfOneLayout, let old, draft.isSame(ordinal, in: old.record) { continue }
            let attribute = definition.schema.attributes[ordinal]
            let value = try value(ordinal, of: draft, definition)
            if value.isNull { continue }
            let former = try old.map {
                try self.value(of: ordinal, in: definition.schema, of: $0)
            }
            if try missingTarget(of: value, attribute, butFor: former ?? .null) != nil {
                missing.append(attribute.id)
            }
        }
        return missing
    }

    /// Looks up again the targets that were missing when their references were written.
    /// - Throws: `danglingReference` if one is still missing.
    func checkReferences() throws {
        guard !pendingReferences.isEmpty else { return }
        try checkOpen()
        let definitions = Dictionary(
            catalog.all.map { ($0.schema.number, $0) }, uniquingKeysWith: { $1 })
        for pending in pendingReferences {
            guard let definition = definitions[pending.entity],
                case let schema = definition.schema,
                let ordinal = definition.guardedOrdinals.first(where: {
                    schema.attributes[$0].id == pending.attribute
                }), roots(of: schema.number).rows[pending.row] != 0
            else { continue }
            let found = try record(of: pending.row, in: definition)
            let value = try value(of: ordinal, in: schema, of: found)
            let attribute = schema.attributes[ordinal]
            guard let target = try missingTarget(of: value, attribute) else { continue }
            let id = FilterText.literal(try id(of: found))
            throw StoreError(
                .danglingReference,
                "'\(attribute.name)' of the object of '\(schema.name)' with the id"
                    + " \(id) leads to \(target) of"
                    + " '\(attribute.reference ?? "")', which does not exist. Insert that object in"
                    + " the same change, or let the reference lead to another one; declare it as"
                    + " .noAction if it may lead nowhere."
            ).about(schema.name, [attribute.name], id: id).with(
                obstacle: ErrorObject(entity: schema.name, attributes: [attribute.name], id: id))
        }
    }

    /// Checks the targets of attributes that get a delete rule, or are new with a rule and a
    /// default.
    /// - Parameter catalog: The catalog with the new schema, by which older records are read.
    /// - Throws: `danglingReference` if a target does not exist.
    func checkReferences(
        of schema: StoredSchema, in catalog: Catalog, replacing former: EntityDefinition?
    ) throws {
        guard checksReferences, let former, let definition = catalog[schema.number] else { return }
        try reading(by: catalog) { try checkTargets(of: definition, replacing: former.schema) }
    }
}

extension RecordSource {
    /// Checks the targets of attributes that get a delete rule, or are new with a rule and a
    /// default.
    /// - Parameters:
    ///   - definition: A definition of the source's catalog.
    ///   - former: The schema before the change.
    /// - Throws: `danglingReference`, with the first objects, if a target does not exist.
    func checkTargets(of definition: EntityDefinition, replacing former: StoredSchema) throws {
        for ordinal in definition.guardedOrdinals {
            let attribute = definition.schema.attributes[ordinal]
            let known = [attribute.id] + attribute.sources.prefix(1).map(\.attribute)
            if let old = former.attributes.first(where: { known.contains($0.id) }) {
                if old.deleteRule != .noAction { continue }
            } else if attribute.valueOfOlderRecords.isNull {
                continue
            }
            try checkTargets(of: ordinal, in: definition)
        }
    }

    private func checkTargets(of ordinal: Int, in definition: EntityDefinition) throws {
        let schema = definition.schema
        let attribute = schema.attributes[ordinal]
        var count = 0
        var ids: [String] = []
        try forEach(in: definition) { found in
            let value = try value(of: ordinal, in: schema, of: found)
            guard try missingTarget(of: value, attribute) != nil else { return true }
            count += 1
            if ids.count < 5 { ids.append(FilterText.literal(try id(of: found))) }
            return true
        }
        guard count > 0 else { return }
        throw StoreError(
            .danglingReference,
            "'\(attribute.name)' of '\(schema.name)' cannot have the delete rule"
                + " \(attribute.deleteRule.rawValue): in \(count.counted("object")) it leads to an"
                + " object of '\(attribute.reference ?? "")' that does not exist. Change or delete"
                + " \(count == 1 ? "it" : "them") first, or declare the reference as .noAction."
                + " \(count.identified(by: ids))"
        ).about(schema.name, [attribute.name])
    }
}
