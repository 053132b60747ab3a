internal import NacreFormat

/// Checks the properties that only a whole store shows: every object can be read and is found by
/// its id and its unique values, and external values match the references to them.
struct ObjectChecker {
    let snapshot: DatabaseSnapshot

    func run(_ report: inout IntegrityReport) {
        var referred: [RowNumber: Int] = [:]
        for definition in snapshot.catalog.all {
            let roots = snapshot.roots(of: definition.schema.number)
            var count = 0
            var entryCounts = definition.indexes.map { _ in 0 }
            var danglingCounts: [Int: Int] = [:]
            roots.rows.forEach { row, word in
                count += 1
                check(
                    Position(word), RowNumber(row), definition, &referred, &entryCounts,
                    &danglingCounts, &report)
                return true
            }
            note(danglingCounts, definition, &report)
            report.objects += count
            if count != roots.ids.count {
                report.add(
                    snapshot.version.context.path, nil,
                    "'\(definition.schema.name)' has \(count.counted("object")) and"
                        + " \(roots.ids.count.counted("id"))")
            }
            for (index, count) in zip(definition.indexes, entryCounts) {
                let entries = snapshot.tree(index.slot).count
                guard count != entries else { continue }
                report.add(
                    snapshot.version.context.path, nil,
                    "'\(definition.schema.name)' has \(count.counted("value")) of '\(index.name)'"
                        + " and \(entries.counted("entry", plural: "entries")) in their tree")
            }
        }
        checkExternals(referred, &report)
    }

    private func check(
        _ position: Position, _ row: RowNumber, _ definition: EntityDefinition,
        _ referred: inout [RowNumber: Int], _ entryCounts: inout [Int],
        _ danglingCounts: inout [Int: Int], _ report: inout IntegrityReport
    ) {
        do {
            let found = try snapshot.record(
                at: position, row: row, of: definition.schema.number, verifying: true)
            let values = try snapshot.values(of: found, schema: definition.schema)
            for (value, attribute) in zip(values, definition.schema.attributes) {
                try checkLongJSON(value, attribute, position)
            }
            let id = values[definition.schema.idOrdinal]
            // The tree is checked as well, because `find` may have guessed the row.
            let idEntry = TreeEntry(key: snapshot.idKey(id), row: row.rawValue)
            let ids = snapshot.roots(of: definition.schema.number).ids
            if try !ids.contains(idEntry) || snapshot.find(id, in: definition)?.row != row {
                add("the object at \(position) is not found by its id", position, &report)
            }
            for (place, index) in definition.indexes.enumerated() {
                let parts = index.ordinals.map { values[$0] }
                let keys = index.keys(of: parts, snapshot.idKey)
                entryCounts[place] += keys.count
                let tree = snapshot.tree(index.slot)
                var isFound = true
                keys.forEach { key in
                    let entry = TreeEntry(key: key, row: row.rawValue)
                    isFound = isFound && tree.contains(entry)
                }
                if index.isUnique, keys != .none {
                    let other = try snapshot.find(parts, by: index, in: definition)
                    isFound = isFound && other?.row == row
                }
                if !isFound {
                    add(
                        "the object at \(position) is not found by its '\(index.name)'", position,
                        &report)
                }
            }
            for ordinal in definition.guardedOrdinals {
                let attribute = definition.schema.attributes[ordinal]
                if try snapshot.missingTarget(of: values[ordinal], attribute) != nil {
                    danglingCounts[ordinal, default: 0] += 1
                }
            }
            for reference in found.externalReferences {
                referred[reference.row, default: 0] += 1
            }
        } catch {
            let cause = (error as? StoreError)?.cause ?? (error as? FormatError)?.description
            add(cause ?? "an object cannot be read", position, &report)
        }
    }

    /// Checks the JSON of an external value. JSON in records is checked with the segment.
    private func checkLongJSON(
        _ value: Value, _ attribute: AttributeSchema, _ position: Position
    ) throws(FormatError) {
        guard case .json(let text) = value, text.utf8.count > Format.inlineValueSizeMax else {
            return
        }
        try value.checkJSON(attribute.name, position.offset, depth: Format.jsonDepthMax)
    }

    /// Adds notes about references without a target. They are no defects: no reader relies on this
    /// rule of the writer, and a salvage keeps the references it finds.
    private func note(
        _ danglingCounts: [Int: Int], _ definition: EntityDefinition,
        _ report: inout IntegrityReport
    ) {
        for (ordinal, count) in danglingCounts.sorted(by: { $0.key < $1.key }) {
            let attribute = definition.schema.attributes[ordinal]
            report.notes.append(
                "'\(attribute.name)' of \(count.counted("object")) of '\(definition.schema.name)'"
                    + " leads to no object of '\(attribute.reference ?? "")', as after a salvage"
                    + " that could not find all of them")
        }
    }

    private func checkExternals(
        _ referred: [RowNumber: Int], _ report: inout IntegrityReport
    ) {
        snapshot.roots(of: .externalValue).rows.forEach { row, word in
            let count = referred[RowNumber(row)] ?? 0
            if count != 1 {
                add("external value \(row) has \(count) owners", Position(word), &report)
            }
            return true
        }
    }

    private func add(_ message: String, _ position: Position, _ report: inout IntegrityReport) {
        report.add(FileName.segment(position.segment), position.offset, message)
    }
}
