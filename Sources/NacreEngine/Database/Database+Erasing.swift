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
    ///
    /// An object without any record is searched for as well: an aborted change, or a compaction
    /// after its deletion, may have left nothing else than bytes.
    package func erase(_ objects: [ErasedObject]) throws -> EraseReport {
        try erase(objects, attribute: nil) { body in
            try performChanges(author: "erase") { changes in
                try body(changes) {
                    for object in objects { _ = try changes.delete(object.id, from: object.entity) }
                    return .null
                }
            }
        }
    }

    /// Removes the values that an attribute has, or has had, in an object.
    ///
    /// The present object gets the replacement first, by a change like any other. Then its former
    /// versions are rewritten with the replacement, and everything else that holds the value is
    /// removed as by ``erase(_:)``. Attributes that are computed from others become null in former
    /// versions, because they may be computed from the value.
    /// - Parameter replacement: The value in its place, at most 64 KiB; null only if the attribute
    ///   is nullable.
    /// - Throws: `unknownEntity`, `unknownAttribute`; `invalidValue` for an id, a unique value, or
    ///   a replacement that the attribute cannot hold.
    package func erase(
        attribute name: String, of object: ErasedObject, replacement: Value = .null
    ) throws -> EraseReport {
        let schema = try snapshot().definition(object.entity).schema
        _ = try schema.erasable(name).erased(by: replacement)
        return try erase(attribute: name, of: object) { body in
            try performChanges(author: "erase") { changes in
                try body(changes) {
                    try changes.empty(name, of: object, replacement)
                    return replacement
                }
            }
        }
    }

    /// Runs its argument in a change. The argument takes a closure that changes the present state,
    /// and returns what takes the place of an erased value.
    package typealias EraseChange = (
        _ body: (Changes, _ update: () throws -> Value) throws -> Bool
    ) throws -> Bool

    /// Removes the values that an attribute has, or has had, in an object.
    package func erase(
        attribute name: String, of object: ErasedObject, _ change: EraseChange
    ) throws -> EraseReport {
        let attribute = try snapshot().definition(object.entity).schema.erasable(name)
        return try erase([object], attribute: attribute, change)
    }

    /// - Parameter attribute: The attribute whose values the objects are to lose; nil if they are
    ///   erased as a whole.
    private func erase(
        _ objects: [ErasedObject], attribute: AttributeSchema?, _ change: EraseChange
    ) throws -> EraseReport {
        try checkNotChanging()
        var report = EraseReport()
        if objects.isEmpty { return report }
        while try !noteErasing(objects, attribute, &report, change) {}
        try sync()
        try finishErasing(&report)
        report.copies = try copies(and: copiesInWork.all)
        return report
    }

    /// Changes objects, and notes what of them is to be erased.
    /// - Returns: false if another commit came in between.
    private func noteErasing(
        _ objects: [ErasedObject], _ attribute: AttributeSchema?, _ report: inout EraseReport,
        _ change: EraseChange
    ) throws -> Bool {
        try sync()
        let head = try snapshot()
        guard let next = head.commit.next else {
            throw StoreError(.limitReached, "The store's commit numbers are used up.")
        }
        // This commit deletes the objects, or is the first one without the value.
        let last = attribute == nil ? next : head.commit
        var stretches: [ErasedStretch] = []
        var count = 0
        // No compaction has copied a part of the records meanwhile.
        try maintainAlone {
            let history = try historyIndex.history(of: snapshot())
            for (entity, objects) in Dictionary(grouping: objects, by: \.entity) {
                let found = try history.stretches(
                    of: Set(objects.map(\.id)), head.definition(entity), through: last)
                count += found.count
                stretches += found.values.joined()
            }
        }
        if stretches.isEmpty { return true }
        let isNoted = try change { changes, update in
            guard try changes.nextCommit() == next else { return false }
            // Even if the present record has no value to lose, there must be a newer one: former
            // records are rewritten, and no index may know of them.
            let replacement =
                attribute == nil ? try update() : try changes.writingUnchanged { try update() }
            let value = try attribute?.erased(by: replacement)
            try changes.noteErasing(stretches.map { Erasure(stretch: $0, value: value) })
            try changes.endUndo()
            return true
        }
        if isNoted { report.objects = count }
        return isNoted
    }

    /// Removes what is noted as to be erased, and all bytes that belong to no record.
    private func finishErasing(_ report: inout EraseReport) throws {
        let noted = try HistorySettings.erasures(in: snapshot())
        try maintainAlone {
            try withWriter { writer in
                try writer.checkSound()
                guard writer.log.active.hasCommit else { return }
                do throws(FileError) { try writer.roll() } catch {
                    throw writer.recordFailure(error)
                }
            }
            let head = try snapshot()
            let erased = try ErasedRecords(
                noted.map(\.erasure), in: historyIndex.history(of: head))
            report.records += erased.count
            for entry in try withWriter({ $0.log.manifest.segments }) {
                // Compacted segments hold nothing but their records.
                guard entry.ending != .compacted || erased.segments.contains(entry.number) else {
                    continue
                }
                try rewrite(entry.number, without: erased)
                report.files += 1
            }
            // Indexes of full texts have words of the objects. No checkpoint is being written.
            head.version.context.searches.beginEra()
        }
        // The former one holds keys of the objects.
        guard try checkpoint() else {
            throw StoreError(.io, "The checkpoint could not be replaced.", file: path)
        }
        report.files += try removeRemains()
        report.snapshots = try pins(beside: snapshot().version).0.map {
            $0.label ?? "commit \($0.commit)"
        }
        if noted.isEmpty { return }
        try performChanges(author: "erase") { changes in
            for erasure in noted { _ = try changes.delete(erasure.id, from: Format.erasuresEntity) }
        }
        try sync()
    }

    /// Goes on with what a process had to erase that has ended. An error is that of the last
    /// maintenance: the store can be used, and the next opening tries again.
    func finishErasingBegun() {
        do {
            guard try !HistorySettings.erasures(in: snapshot()).isEmpty else { return }
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
                let (manifest, runs) = (writer.log.manifest, writer.checkpoint?.runs ?? [])
                do throws(FileError) {
                    let remains = try directory.list().filter { manifest.leaves($0, runs: runs) }
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
    /// Returns whether a file is a segment, a checkpoint, a run of a full-text index or a torn tail
    /// that nothing needs.
    /// - Parameter runs: The numbers of the runs that the checkpoint names.
    fileprivate func leaves(_ name: String, runs: [UInt32]) -> Bool {
        if let number = FileName.segmentNumber(name) {
            return number != active && !segments.contains { $0.number == number }
        }
        if let number = FileName.checkpointNumber(name) { return number != checkpoint }
        if let number = FileName.runNumber(name) { return !runs.contains(number) }
        return FileName.isTorn(name)
    }
}

extension Changes {
    /// Notes what is to be erased.
    func noteErasing(_ erasures: [Erasure]) throws {
        let attributes = [
            Self.attribute(1, "number", .scalar(.int64)),
            Self.attribute(2, "entity", .scalar(.int64)),
            Self.attribute(3, "row", .scalar(.int64)),
            Self.attribute(4, "first", .scalar(.int64)),
            Self.attribute(5, "last", .scalar(.int64)),
            Self.attribute(6, "attribute", .scalar(.int64), isNullable: true),
            Self.attribute(7, "replacement", .json, isNullable: true),
        ]
        if let stored = catalog[Format.erasuresEntity]?.schema {
            // Former programs noted whole objects only, with fewer attributes.
            if stored.attributes.count < attributes.count {
                try redefine(Format.erasuresEntity, attributes: attributes)
            }
        } else {
            try define(Format.erasuresEntity, attributes: attributes, id: "number")
        }
        let start = Int64(clamping: try nextCommit().rawValue) << 20
        for (place, erasure) in erasures.enumerated() {
            try insert(
                erasure.values(number: start + Int64(place)), into: Format.erasuresEntity)
        }
    }
}

extension Changes {
    /// Puts a value in the place of an object's present one. Attributes that are computed from
    /// others become null, because only their program can compute them.
    fileprivate func empty(
        _ name: String, of object: Database.ErasedObject, _ replacement: Value
    ) throws {
        let schema = try definition(object.entity).schema
        guard var values = try find(object.id, in: object.entity)?.values else { return }
        for (place, attribute) in schema.attributes.enumerated() {
            if attribute.name == name {
                values[place] = replacement
            } else if Pipeline.isDerived(attribute.pipeline) {
                values[place] = .null
            }
        }
        try update(values, of: object.entity)
    }
}

extension StoredSchema {
    /// Returns an attribute whose values can be erased.
    /// - Throws: `unknownAttribute`, `invalidValue`.
    fileprivate func erasable(_ name: String) throws(StoreError) -> AttributeSchema {
        guard let place = attributes.firstIndex(where: { $0.name == name }) else {
            throw StoreError(.unknownAttribute, "'\(self.name)' has no attribute '\(name)'.")
        }
        let attribute = attributes[place]
        if place == idOrdinal { throw attribute.refusal("it is the id. Erase the object.") }
        let isUnique = indexes.contains { $0.isUnique && $0.attributes.contains(attribute.id) }
        if attribute.isUnique || isUnique {
            throw attribute.refusal("its values are unique. Erase the object.")
        }
        if Pipeline.isDerived(attribute.pipeline) {
            throw attribute.refusal("it is computed from others. Erase those.")
        }
        return attribute
    }
}

extension AttributeSchema {
    fileprivate func refusal(_ why: String) -> StoreError {
        StoreError(.invalidValue, "The attribute '\(name)' cannot be erased: \(why)")
    }

    /// Returns the values of the attribute as something to erase.
    /// - Throws: `invalidValue` for a replacement that the attribute cannot hold.
    fileprivate func erased(by replacement: Value) throws(StoreError) -> Erasure.ErasedValue {
        if replacement.isNull, !isNullable {
            throw refusal("it is required. Give a value that takes its place.")
        }
        guard let size = replacement.storedSize(as: type), size <= Format.inlineValueSizeMax else {
            throw refusal("the replacement is no value of its type, or has more than 64 KiB.")
        }
        return Erasure.ErasedValue(attribute: id, replacement: replacement)
    }
}

extension Value {
    /// Returns the size of a variable value, in bytes; 0 for others, and nil if the type does not
    /// take the value.
    fileprivate func storedSize(as type: StoredType) -> Int? {
        if isNull { return 0 }
        let buffer = ByteBuffer()
        if let scalar = type.scalar {
            buffer.appendZeros(scalar.width)
            return ScalarCoding.store(self, as: scalar, in: buffer, at: 0) ? 0 : nil
        }
        return append(as: type, to: buffer) ? buffer.count : nil
    }
}

extension HistorySettings {
    /// Something that is noted as to be erased.
    struct NotedErasure {
        let id: Value
        let erasure: Erasure
    }

    /// Returns what a store has noted as to be erased.
    static func erasures(in snapshot: DatabaseSnapshot) throws -> [NotedErasure] {
        guard snapshot.catalog[Format.erasuresEntity] != nil else { return [] }
        var erasures: [NotedErasure] = []
        try snapshot.forEach(in: Format.erasuresEntity) { object in
            if let erasure = Erasure(object.values, in: snapshot.catalog) {
                erasures.append(NotedErasure(id: object.id, erasure: erasure))
            }
            return true
        }
        return erasures
    }
}
