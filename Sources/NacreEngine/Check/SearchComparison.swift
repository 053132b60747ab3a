internal import NacreFormat
internal import NacreSearch

/// Checks the full-text indexes that a checkpoint names. A run that is missing or damaged loses
/// nothing, because the index is made again; so it is a note. A sound index that differs from the
/// texts is a defect, which only a deep check finds.
struct SearchComparison {
    /// The store as opened with the checkpoint.
    let shown: DatabaseSnapshot
    /// The store as built from the log alone.
    let rebuilt: DatabaseSnapshot
    let directory: any StoreDirectory
    /// The name of the checkpoint's file.
    let file: String
    let isDeep: Bool

    func run(_ searches: CheckpointSearches, _ report: inout IntegrityReport) {
        for named in searches.searches {
            guard let definition = searches.catalog[named.entity],
                named.number < definition.searches.count
            else {
                report.add(file, nil, "names runs of a search that does not exist")
                continue
            }
            let search = definition.searches[Int(named.number)]
            let isWhole = named.runs.allSatisfy { check($0, of: search, &report) }
            if isWhole, isDeep { compare(search.identity, &report) }
        }
    }

    /// Checks all bytes of a run.
    private func check(
        _ named: NamedRun, of search: SearchDefinition, _ report: inout IntegrityReport
    ) -> Bool {
        do {
            let run = try RunFile.open(named, in: directory)
            try run.checkWhole()
            guard run.fieldCount == search.ordinals.count else {
                throw SearchError.damaged(offset: 12, reason: "fields")
            }
            return true
        } catch {
            let problem =
                (error as? FileError).map { StoreError($0).message } ?? "\(error)"
            report.notes.append(
                "\(FileName.run(named.number)) cannot be used, so the index of"
                    + " \(search.fields.joined(separator: ", ")) is made again. It is only a cache,"
                    + " and nothing is lost: \(problem)")
            return false
        }
    }

    private func compare(_ identity: SearchIdentity, _ report: inout IntegrityReport) {
        do {
            guard let one = try reader(of: identity, in: shown),
                let two = try reader(of: identity, in: rebuilt), let kept = try one.kept()
            else { return }
            let whole = try SearchIndexing(two.search, of: two.definition, in: two.source).whole()
            if try kept.content() == whole.content() { return }
            report.add(
                file, nil,
                "the index of \(two.search.fields.joined(separator: ", ")) of"
                    + " '\(two.definition.schema.name)' differs from the texts")
        } catch {
            report.add(file, nil, "an index of texts cannot be compared: \(error)")
        }
    }

    /// Returns the reader of an index; nil if the schema no longer has it, or if this program
    /// cannot compare it.
    private func reader(
        of identity: SearchIdentity, in snapshot: DatabaseSnapshot
    ) throws -> SearchReader? {
        guard let definition = snapshot.catalog[identity.entity],
            let search = definition.searches.first(where: { $0.identity == identity }),
            search.isExact
        else { return nil }
        return SearchReader(search, of: definition, in: snapshot.view)
    }
}
