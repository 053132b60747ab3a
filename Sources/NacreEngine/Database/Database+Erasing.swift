package import NacreFormat

/// The result of an erase: what it has removed, and which snapshots and copies it cannot reach.
public struct EraseReport: Sendable, Hashable {
    /// The number of objects that were erased, whether they still existed or not.
    public internal(set) var objects = 0
    /// The number of records that were removed: former and present versions, deletions, and values
    /// that were stored apart.
    public internal(set) var records = 0
    /// The number of files that were rewritten without them, or removed.
    public internal(set) var files = 0
    /// The labels of snapshots in this process that still show erased objects, or the numbers of
    /// their commits. Their files are gone from the directory, but not from the disk until the
    /// snapshots end.
    public internal(set) var snapshots: [String] = []
    /// The copies of the store that it remembers, which may still hold erased objects. A later
    /// backup to the same place takes the objects out of a backup.
    public internal(set) var copies: [StoreCopy] = []
}

/// Erases objects with all of their versions from the files.
extension Database {
    /// An object to erase.
    package typealias ErasedObject = (entity: String, id: Value)

    /// Deletes objects, and removes all that the files of the store hold of them: versions that the
    /// history keeps, dead ones, deletions, parts of commits that were aborted, and bytes that
    /// recoveries have cut off. Every segment that may hold any of it is rewritten.
    ///
    /// What is to be erased is noted in the store first, by rows and commits. If the process ends
    /// before all is done, the next opening for changes goes on.
    package func erase(_ objects: [ErasedObject]) throws -> EraseReport {
        try checkNotChanging()
        var report = EraseReport()
        while try !noteErasing(objects, &report) {}
        try sync()
        try finishErasing(&report)
        report.copies = try copies()
        return report
    }

    /// Deletes objects, and notes that they are to be erased.
    /// - Returns: false if another commit came in between.
    private func noteErasing(
        _ objects: [ErasedObject], _ report: inout EraseReport
    ) throws -> Bool {
        try sync()
        let head = try snapshot()
        guard let next = head.commit.next else {
            throw StoreError(.limitReached, "The store's commit numbers are used up.")
        }
        var stretches: [ErasedStretch] = []
        var count = 0
        // No compaction has copied a part of the records meanwhile.
        try maintainAlone {
            let history = try historyIndex.history(of: snapshot())
            for (entity, objects) in Dictionary(grouping: objects, by: \.entity) {
                let found = try history.stretches(
                    of: Set(objects.map(\.id)), head.definition(entity), deletedBy: next)
                count += found.count
                stretches += found.values.joined()
            }
        }
        if stretches.isEmpty { return true }
        let isNoted = try performChanges(author: "erase") { changes in
            guard try changes.nextCommit() == next else { return false }
            for object in objects { _ = try changes.delete(object.id, from: object.entity) }
            try changes.noteErasing(stretches)
            try changes.endUndo()
            return true
        }
        if isNoted { report.objects = count }
        return isNoted
    }

    /// Removes what is noted as to be erased.
    private func finishErasing(_ report: inout EraseReport) throws {
        let noted = try HistorySettings.erasures(in: snapshot())
        guard !noted.isEmpty else { return }
        try maintainAlone {
            try withWriter { writer in
                try writer.checkSound()
                guard writer.log.active.hasCommit else { return }
                do throws(FileError) { try writer.roll() } catch {
                    throw writer.recordFailure(error)
                }
            }
            let head = try snapshot()
            let erased = try ErasedRecords(noted.map(\.stretch), in: historyIndex.history(of: head))
            report.records += erased.count
            for entry in try withWriter({ $0.log.manifest.segments }) {
                // Compacted segments hold nothing but their records.
                guard entry.ending != .compacted || erased.segments.contains(entry.number) else {
                    continue
                }
                try rewrite(entry.number, without: erased)
                report.files += 1
            }
        }
        // The former one holds keys of the objects.
        guard try checkpoint() else {
            throw StoreError(.io, "The checkpoint could not be replaced.", file: path)
        }
        report.files += try removeRemains()
        report.snapshots = try statistics().pins.map { $0.label ?? "commit \($0.commit)" }
        try performChanges(author: "erase") { changes in
            for erasure in noted { _ = try changes.delete(erasure.id, from: Format.erasuresEntity) }
        }
        try sync()
    }

    /// Goes on with what a process had to erase that has ended. An error is that of the last
    /// maintenance: the store can be used, and the next opening tries again.
    func finishErasingBegun() {
        do {
            guard try snapshot().catalog[Format.erasuresEntity] != nil else { return }
            var report = EraseReport()
            try finishErasing(&report)
        } catch {
            maintenance.failed(error)
        }
    }

    /// Removes files that may hold values of any time and that no manifest names, and makes sure
    /// that all removals survive a power cut.
    /// - Returns: The number of removed files.
    private func removeRemains() throws -> Int {
        // Neither a compaction nor a commit makes a file meanwhile.
        try maintainAlone {
            try withWriter { writer in
                let manifest = writer.log.manifest
                do throws(FileError) {
                    let remains = try directory.list().filter { manifest.leaves($0) }
                    for name in remains { try directory.remove(name) }
                    // As for files that a new manifest no longer names.
                    try directory.sync(.manifestEntry)
                    return remains.count
                } catch {
                    throw StoreError(error)
                }
            }
        }
    }
}

extension Manifest {
    /// Returns whether a file is a segment, a checkpoint or a torn tail that nothing needs.
    fileprivate func leaves(_ name: String) -> Bool {
        if let number = FileName.segmentNumber(name) {
            return number != active && !segments.contains { $0.number == number }
        }
        if let number = FileName.checkpointNumber(name) { return number != checkpoint }
        return FileName.isTorn(name)
    }
}

extension Changes {
    /// Notes what is to be erased.
    func noteErasing(_ stretches: [ErasedStretch]) throws {
        if catalog[Format.erasuresEntity] == nil {
            let names = ["number", "entity", "row", "first", "last"]
            try define(
                Format.erasuresEntity,
                attributes: names.enumerated().map { place, name in
                    Self.attribute(UInt32(place + 1), name, .scalar(.int64))
                }, id: names[0])
        }
        let start = Int64(clamping: try nextCommit().rawValue) << 20
        for (place, stretch) in stretches.enumerated() {
            try insert(
                [
                    .int(start + Int64(place)), .int(Int64(stretch.entity.rawValue)),
                    .int(Int64(stretch.row.rawValue)),
                    .int(Int64(clamping: stretch.commits.lowerBound.rawValue)),
                    .int(Int64(clamping: stretch.commits.upperBound.rawValue)),
                ], into: Format.erasuresEntity)
        }
    }
}

extension HistorySettings {
    /// Something that is noted as to be erased.
    struct Erasure {
        let id: Value
        let stretch: ErasedStretch
    }

    /// Returns what a store has noted as to be erased.
    static func erasures(in snapshot: DatabaseSnapshot) throws -> [Erasure] {
        guard snapshot.catalog[Format.erasuresEntity] != nil else { return [] }
        var erasures: [Erasure] = []
        try snapshot.forEach(in: Format.erasuresEntity) { object in
            if let stretch = ErasedStretch(object.values) {
                erasures.append(Erasure(id: object.id, stretch: stretch))
            }
            return true
        }
        return erasures
    }
}
