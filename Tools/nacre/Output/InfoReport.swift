internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

/// The report of `nacre info` about a store, as text and as JSON.
struct InfoReport {
    let path: String
    let statistics: StoreStatistics
    /// The recovery report, or nil if the last writer closed the store.
    let unclean: RecoveryReport?
    /// The reason why the checkpoint was not used, or nil if it was used or does not exist.
    let checkpointProblem: String?

    // MARK: Text

    func write(to output: Output, widthMax: Int?) throws {
        let segments = statistics.segments
        try fact("store", path, output)
        try fact("id", "\(statistics.storeID)", output)
        if let fork = statistics.fork { try fact("fork", "\(fork)", output) }
        try fact("format", "version \(statistics.formatVersion)", output)
        try fact("generation", "\(statistics.generation)", output)
        try fact("last commit", commitText, output)
        try fact(
            "size",
            "\(ByteCount.text(statistics.size)) in"
                + " \(ByteCount.counted(segments.count, "segment"))", output)
        try fact(
            "of that",
            "\(ByteCount.text(statistics.liveBytes)) live,"
                + " \(ByteCount.text(statistics.tombstoneBytes)) tombstones", output)
        if statistics.keptBytes > 0 {
            try fact(
                "history", "\(ByteCount.text(statistics.keptBytes)) of former versions", output)
        }
        for mark in statistics.marks {
            try fact("mark", "\(mark.name), commit \(mark.commit)", output)
        }
        try fact("checkpoint", checkpointText, output)
        if let unclean { try fact("not closed", RecoveryText.found(unclean), output) }
        try writeEntities(to: output, widthMax)
        try writeSearches(to: output, widthMax)
        try writeSegments(to: output, widthMax)
    }

    private func fact(_ name: String, _ value: String, _ output: Output) throws {
        let space = String(repeating: " ", count: max(1, 13 - name.count))
        try output.line(name + space + TerminalText.escaped(value))
    }

    private var commitText: String {
        guard let time = statistics.lastCommitTime else { return "none yet" }
        return "\(statistics.lastCommit), \(TimeText.text(microseconds: time))"
    }

    private var checkpointText: String {
        guard let checkpoint = statistics.checkpoint else { return "none" }
        let content = checkpoint.header.map { "commit \($0.commit), \(ByteCount.text($0.size))" }
        let problem = checkpointProblem.map { "not used: \($0)" }
        return [content, problem].compactMap { $0 }.joined(separator: ", ")
    }

    private func writeEntities(to output: Output, _ widthMax: Int?) throws {
        guard !statistics.entities.isEmpty else { return }
        try output.line("")
        var table = TableWriter(
            [TableWriter.Column("entity"), TableWriter.Column("objects", isNumber: true)],
            to: output, widthMax: widthMax)
        for entity in statistics.entities {
            try table.row([entity.name, ByteCount.grouped(entity.objects)])
        }
        try table.end()
    }

    private func writeSearches(to output: Output, _ widthMax: Int?) throws {
        guard !statistics.searches.isEmpty else { return }
        try output.line("")
        var table = TableWriter(
            [
                TableWriter.Column("search"), TableWriter.Column("objects", isNumber: true),
                TableWriter.Column("words", isNumber: true),
                TableWriter.Column("postings", isNumber: true),
                TableWriter.Column("size", isNumber: true),
                TableWriter.Column("runs", isNumber: true), TableWriter.Column("as of"),
            ], to: output, widthMax: widthMax)
        for search in statistics.searches {
            let name = "\(search.entity): \(search.search)"
            guard let index = search.index else {
                try table.row([name, "", "", "", "", "", "no index yet"])
                continue
            }
            try table.row([
                name, ByteCount.grouped(index.documents), ByteCount.grouped(index.terms),
                ByteCount.grouped(index.postings), ByteCount.text(index.size), "\(index.runs)",
                "commit \(index.commit)",
            ])
        }
        try table.end()
    }

    private func writeSegments(to output: Output, _ widthMax: Int?) throws {
        try output.line("")
        var table = TableWriter(
            [
                TableWriter.Column("segment"), TableWriter.Column("kind"),
                TableWriter.Column("size", isNumber: true),
                TableWriter.Column("live", isNumber: true),
                TableWriter.Column("purged", isNumber: true), TableWriter.Column("commits"),
            ], to: output, widthMax: widthMax)
        for segment in statistics.segments {
            try table.row([
                "\(segment.number)", kind(segment), ByteCount.text(segment.fileSize),
                ByteCount.text(segment.usage.liveBytes), segment.purgedAsOf.map { "\($0)" } ?? "",
                commits(segment),
            ])
        }
        try table.end()
    }

    private func kind(_ segment: StoreStatistics.Segment) -> String {
        segment.ending?.rawValue ?? "active"
    }

    private func commits(_ segment: StoreStatistics.Segment) -> String {
        guard let commits = range(segment) else { return "" }
        return commits.count == 1 ? "\(commits.lowerBound)" : "\(commits)"
    }

    /// Returns the commits of a segment. The active segment holds those after all other segments.
    private func range(_ segment: StoreStatistics.Segment) -> ClosedRange<UInt64>? {
        guard segment.ending == nil else { return segment.commits }
        let before = statistics.segments.compactMap { $0.commits?.upperBound }.max() ?? 0
        let last = statistics.lastCommit.rawValue
        return last > before ? before + 1...last : nil
    }

    // MARK: JSON

    var json: JSONValue {
        .members([
            "path": .string(path),
            "storeID": .string("\(statistics.storeID)"),
            "fork": statistics.fork.map { .string("\($0)") } ?? .null,
            "formatVersion": .count(statistics.formatVersion),
            "generation": .count(statistics.generation),
            "lastCommit": commitJSON,
            "size": .count(statistics.size),
            "liveBytes": .count(statistics.liveBytes),
            "tombstoneBytes": .count(statistics.tombstoneBytes),
            "keptBytes": .count(statistics.keptBytes),
            "marks": .array(
                statistics.marks.map {
                    .members(["name": .string($0.name), "commit": .count($0.commit)])
                }),
            "checkpoint": checkpointJSON,
            "entities": .array(
                statistics.entities.map {
                    .members(["name": .string($0.name), "objects": .count($0.objects)])
                }),
            "searches": .array(statistics.searches.map(json)),
            "segments": .array(statistics.segments.map(json)),
            "notClosed": uncleanJSON,
        ])
    }

    private func json(_ search: StoreStatistics.Search) -> JSONValue {
        .members([
            "entity": .string(search.entity),
            "name": .string(search.search.name),
            "attributes": .array(search.search.attributes.map { .string($0) }),
            "weights": .array(search.search.weights.map { .double($0) }),
            "tokenizer": .string(search.search.tokenizer),
            "objects": search.index.map { .count($0.documents) } ?? .null,
            "words": search.index.map { .count($0.terms) } ?? .null,
            "postings": search.index.map { .count($0.postings) } ?? .null,
            "size": search.index.map { .count($0.size) } ?? .null,
            "savedSize": search.index.map { .count($0.savedSize) } ?? .null,
            "runs": search.index.map { .count($0.runs) } ?? .null,
            "commit": search.index.map { .count($0.commit.rawValue) } ?? .null,
        ])
    }

    private var commitJSON: JSONValue {
        guard let time = statistics.lastCommitTime else { return .null }
        return .members([
            "number": .count(statistics.lastCommit.rawValue),
            "time": .string(TimeText.text(microseconds: time)),
            "microsecondsSince1970": .integer(time),
        ])
    }

    private var checkpointJSON: JSONValue {
        guard let checkpoint = statistics.checkpoint else { return .null }
        return .members([
            "file": .string(checkpoint.file),
            "commit": checkpoint.header.map { .count($0.commit.rawValue) } ?? .null,
            "size": checkpoint.header.map { .count($0.size) } ?? .null,
            "problem": checkpointProblem.map { .string($0) } ?? .null,
        ])
    }

    private func json(_ segment: StoreStatistics.Segment) -> JSONValue {
        .members([
            "segment": .string("\(segment.number)"),
            "kind": .string(kind(segment)),
            "size": .count(segment.fileSize),
            "liveBytes": .count(segment.usage.liveBytes),
            "liveRecords": .count(segment.usage.liveRecords),
            "records": .count(segment.usage.records),
            "tombstones": .count(segment.usage.tombstones),
            "purgedAsOf": segment.purgedAsOf.map { .count($0.rawValue) } ?? .null,
            "firstCommit": range(segment).map { .count($0.lowerBound) } ?? .null,
            "lastCommit": range(segment).map { .count($0.upperBound) } ?? .null,
        ])
    }

    private var uncleanJSON: JSONValue {
        guard let unclean else { return .null }
        return .members([
            "lastCommit": .count(unclean.lastCommit), "tornBytes": .count(unclean.tornBytes),
        ])
    }
}
