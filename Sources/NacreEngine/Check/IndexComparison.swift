internal import NacreFormat

/// Compares two snapshots of one log, including all indexes, entry by entry: one opened with the
/// checkpoint, the other built from the log alone. A difference is a defect of the checkpoint or of
/// this software.
struct IndexComparison {
    let shown: DatabaseSnapshot
    let rebuilt: DatabaseSnapshot
    /// The name of the checkpoint's file.
    let file: String

    func run(_ report: inout IntegrityReport) {
        compareEnds(&report)
        let count = max(shown.catalog.entityCount, rebuilt.catalog.entityCount)
        for index in 0..<count {
            let number = EntityNumber(UInt16(truncatingIfNeeded: index))
            compareRows(number, &report)
            compareTrees(
                shown.roots(of: number).ids, rebuilt.roots(of: number).ids,
                "the ids of \(name(number))", &report)
        }
        let shownLayouts = shown.catalog.layoutsByEntity
        for (definition, layouts) in rebuilt.catalog.allWithLayouts {
            let other = shown.catalog[definition.schema.name]
            guard other?.schema == definition.schema else {
                add("the schema of '\(definition.schema.name)' differs from the log's", &report)
                continue
            }
            let number = Int(definition.schema.number.rawValue)
            let others = number < shownLayouts.count ? shownLayouts[number] : []
            if others.map(\.encoded) != layouts.map(\.encoded) {
                add("the layouts of '\(definition.schema.name)' differ from the log's", &report)
            }
            for index in definition.indexes {
                // Slots are assigned in the order of opening, so they may differ.
                let slot = other?.indexes.first { $0.identity == index.identity }?.slot
                compareTrees(
                    slot.map { shown.tree($0) } ?? Tree(), rebuilt.tree(index.slot),
                    "the values of '\(definition.schema.name).\(index.name)'", &report)
            }
        }
    }

    /// Compares the state that the next commit continues from.
    private func compareEnds(_ report: inout IntegrityReport) {
        let (shown, rebuilt) = (shown.version, rebuilt.version)
        if shown.commit != rebuilt.commit || shown.time != rebuilt.time
            || shown.digest != rebuilt.digest
        {
            add("the last commit, its time or its digest differs from the log's", &report)
        }
        if shown.logEnd.summary.seal != rebuilt.logEnd.summary.seal {
            add("the summary of the active segment differs from the log's", &report)
        }
        if shown.usage != rebuilt.usage {
            add("the amount of live data in segments differs from the log's", &report)
        }
    }

    private func name(_ number: EntityNumber) -> String {
        rebuilt.catalog[number].map { "'\($0.schema.name)'" }
            ?? "entity \(number)"
    }

    private func compareRows(_ number: EntityNumber, _ report: inout IntegrityReport) {
        let (shown, rebuilt) = (shown.roots(of: number).rows, rebuilt.roots(of: number).rows)
        var different = 0
        rebuilt.forEach { row, word in
            if shown[row] != word { different += 1 }
            return true
        }
        shown.forEach { row, word in
            if word != 0, rebuilt[row] == 0 { different += 1 }
            return true
        }
        if different > 0 {
            add(
                "the places of \(different.counted("row")) of \(name(number)) differ from the"
                    + " log's", &report)
        }
    }

    private func compareTrees(
        _ shown: Tree, _ rebuilt: Tree, _ what: String, _ report: inout IntegrityReport
    ) {
        guard shown.entries != rebuilt.entries else { return }
        add("the index of \(what) differs from the log's", &report)
    }

    private func add(_ message: String, _ report: inout IntegrityReport) {
        report.add(file, nil, message)
    }
}
