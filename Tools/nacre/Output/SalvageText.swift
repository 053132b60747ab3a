internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

/// The output of `nacre salvage`, as text and as JSON.
enum SalvageText {
    /// The maximum number of lines of a kind. More are in the JSON report only.
    private static let linesMax = 20

    static func write(
        _ report: SalvageReport, in duration: Duration, to output: Output
    ) throws {
        for problem in report.problems {
            try output.line("problem: \(TerminalText.escaped(problem))")
        }
        for note in report.notes { try output.line("note: \(TerminalText.escaped(note))") }
        try lines(
            report.lostRanges.map(\.description), "unreadable", report.lostRanges.count, output)
        for (name, list) in lists(report) {
            try lines(list.prefix(linesMax).map(\.description), name, list.count, output)
        }
        for (entity, count) in report.kept.sorted(by: { $0.key < $1.key }) {
            try output.line(
                "kept: \(ByteCount.counted(count, "object")) of \(TerminalText.escaped(entity))")
        }
        let counts = lists(report).map { name, list in
            name == "conflicts"
                ? ByteCount.counted(list.count, "conflict")
                : "\(ByteCount.grouped(list.count)) \(name)"
        }
        try output.line(
            "salvaged: \(ByteCount.counted(report.keptCount, "object")),"
                + " \(counts.joined(separator: ", ")), \(TimeText.text(duration))")
    }

    private static func lines(
        _ texts: [String], _ name: String, _ count: Int, _ output: Output
    ) throws {
        for text in texts.prefix(linesMax) {
            try output.line("\(name): \(TerminalText.escaped(text))")
        }
        if count > linesMax {
            try output.line("\(name): \(ByteCount.grouped(count - linesMax)) more")
        }
    }

    private static func lists(
        _ report: SalvageReport
    ) -> [(name: String, list: [SalvageReport.Item])] {
        [
            ("older", report.older), ("damaged", report.damaged), ("lost", report.lost),
            ("conflicts", report.conflicts),
        ]
    }

    static func json(_ report: SalvageReport) -> JSONValue {
        let kept = report.kept.sorted { $0.key < $1.key }
        var members: [JSONMember] = [
            JSONMember(name: "complete", value: .bool(report.isComplete)),
            JSONMember(
                name: "kept",
                value: .object(kept.map { JSONMember(name: $0.key, value: .count($0.value)) })),
        ]
        for (name, list) in lists(report) {
            members.append(JSONMember(name: name, value: .array(list.map(json))))
            members.append(JSONMember(name: "\(name)Count", value: .count(list.count)))
        }
        let ranges = report.lostRanges.map { range in
            JSONValue.members([
                "file": .string(range.file), "offset": .count(range.offset),
                "bytes": .count(range.count),
            ])
        }
        members.append(JSONMember(name: "unreadable", value: .array(ranges)))
        members.append(
            JSONMember(name: "problems", value: .array(report.problems.map { .string($0) })))
        members.append(
            JSONMember(name: "notes", value: .array(report.notes.map { .string($0) })))
        return .object(members)
    }

    private static func json(_ item: SalvageReport.Item) -> JSONValue {
        .members([
            "entity": item.entity.map { .string($0) } ?? .null,
            "id": item.id.map { .string($0) } ?? .null, "file": .string(item.file),
            "offset": .count(item.offset), "reason": .string(item.reason),
        ])
    }
}
