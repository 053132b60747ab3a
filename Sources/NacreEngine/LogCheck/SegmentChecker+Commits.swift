internal import NacreFormat

/// Checks whole commits, runs, and the records in them.
extension SegmentChecker {
    func check(
        _ parts: [Frame], _ state: inout State, _ log: inout LogSequence,
        _ report: inout IntegrityReport
    ) throws {
        guard let first = parts.first, let last = parts.last, let digest = last.digest else {
            return
        }
        let commit = last.header.commit
        let before = log.lastDigest
        // From here on the log's state is known again, even if this commit is wrong.
        defer { log.advance(to: commit, digest) }
        if let former = log.lastCommit, former.next != commit {
            let expected = former.next.map { "\($0)" } ?? "no more commits"
            throw first.bad("commit number", expected, "\(commit)")
        }
        if !Prelude.isSound(first.prelude) {
            add(
                last.bad("prelude", "author, zero, note, zeros, in UTF-8", "other bytes"),
                last.offset, &report)
        }
        var tally = Tally()
        for part in parts {
            switch part.header.kind {
            case .schema, .layout: try state.addDefinition(part)
            default:
                let count = try check(part.group, &state, &tally, &report)
                guard count == part.header.count else {
                    throw part.bad("count", "\(count)", "\(part.header.count)")
                }
            }
        }
        state.summary.add(
            commit: commit, records: tally.records, tombstones: tally.tombstones)
        // Without the previous digest, only the half that covers the records can be checked.
        let isRight =
            before.map { CommitDigest(records: tally.crcs.value, after: $0) == digest }
            ?? (UInt32(truncatingIfNeeded: digest.rawValue >> 32) == tally.crcs.value)
        if !isRight {
            throw last.bad("digest", "that of the commit's records", digest.rawValue.hex)
        }
    }

    func checkRuns(
        _ frame: Frame, _ state: inout State, _ log: inout LogSequence,
        _ report: inout IntegrityReport
    ) throws {
        var runs = RunSequence(frame)
        while let (run, records) = try runs.next() {
            if let last = log.lastCommit, run.commit < last {
                throw frame.bad("commit of a run", "\(last) up", "\(run.commit)")
            }
            var tally = Tally()
            let count = try check(records, &state, &tally, &report)
            guard count == run.records else {
                throw frame.bad("records of a run", "\(count)", "\(run.records)")
            }
            log.advance(to: run.commit, run.digest)
            state.summary.add(
                commit: run.commit, records: tally.records, tombstones: tally.tombstones)
        }
    }

    struct Tally {
        var crcs = CRC32C()
        var records = 0
        var tombstones = 0
    }

    /// Checks the records of a group.
    /// - Returns: The number of records.
    private func check(
        _ group: RecordGroup, _ state: inout State, _ tally: inout Tally,
        _ report: inout IntegrityReport
    ) throws -> UInt32 {
        var group = group
        var count: UInt32 = 0
        while let (record, offset) = try group.next() {
            report.records += 1
            count += 1
            tally.crcs.add(record.storedCRC)
            if record.kind == .tombstone { tally.tombstones += 1 } else { tally.records += 1 }
            do { try check(record, state, offset) } catch { add(error, offset, &report) }
        }
        return count
    }

    private func check(_ record: RecordView, _ state: State, _ origin: Int) throws {
        guard record.row.rawValue < .max else {
            throw FormatError(
                .badValue, structure: "record", field: "row", offset: origin,
                expected: "below \(UInt32.max)", found: "\(record.row)")
        }
        let layout = state.layouts[record.layout]
        let isOfValue = record.layout == .externalValue
        let hasLayout = record.kind == .externalValue ? false : layout != nil
        // The frame with the layout may be one of the damaged ones, which were reported.
        guard hasLayout || isOfValue && record.kind != .put || state.isDamaged else {
            throw FormatError(
                .badValue, structure: "record", field: "layout", offset: origin,
                expected: "a layout that the segment holds", found: "\(record.layout)")
        }
        if record.kind != .put { return try record.checkWithoutLayout(origin: origin) }
        guard let layout else { return }
        try record.check(layout, origin: origin)
        for ordinal in layout.attributes.indices
        where !record.hasExternal(layout.attributes[ordinal], layout) {
            let value = try RecordDecoder.value(
                ordinal, of: record, layout: layout, origin: origin,
                external: { (_) throws(FormatError) in .empty })
            try value.checkJSON(
                layout.attributes[ordinal].name, origin, depth: jsonDepth)
        }
    }
}

extension SegmentChecker.State {
    mutating func addDefinition(_ frame: Frame) throws(FormatError) {
        if frame.header.kind == .schema {
            _ = try StoredSchema.decode(frame)
        } else {
            let layout = try Layout.decode(frame)
            layouts[layout.id] = layout
        }
    }
}

extension RecordView {
    func hasExternal(_ attribute: LayoutAttribute, _ layout: Layout) -> Bool {
        attribute.type.isVariable && isExternal(attribute.place, layout)
    }
}

extension Value {
    /// Throws if a JSON value is not canonical JSON.
    func checkJSON(
        _ attribute: String, _ origin: Int, depth: Int
    ) throws(FormatError) {
        guard let problem = jsonProblem(depthLimit: depth) else { return }
        throw FormatError(
            .badValue, structure: "record", field: "attribute '\(attribute)'", offset: origin,
            expected: "canonical JSON text", found: problem)
    }
}
