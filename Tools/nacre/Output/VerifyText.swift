internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

/// The output of `nacre verify`, as text and as JSON.
enum VerifyText {
    static func write(
        _ report: IntegrityReport, in duration: Duration, to output: Output
    ) throws {
        for defect in report.defects {
            try output.line("defect: \(TerminalText.escaped(defect.description))")
        }
        for note in report.notes { try output.line("note: \(TerminalText.escaped(note))") }
        if let checkpoint = report.checkpoint {
            try output.line(
                "checkpoint: \(checkpoint.file), commit \(checkpoint.commit), covers"
                    + " \(ByteCount.counted(checkpoint.segments, "segment")),"
                    + " \(ByteCount.text(checkpoint.bytes))")
        }
        let counts = [
            ByteCount.counted(report.segments, "segment"),
            ByteCount.counted(report.frames, "frame"),
            ByteCount.counted(report.records, "record"),
            ByteCount.counted(report.objects, "object"), ByteCount.text(report.bytes),
        ]
        try output.line(
            "checked: \(counts.joined(separator: ", ")), \(TimeText.text(duration))")
        try output.line(
            report.isSound
                ? "sound: no defects"
                : "damaged: \(ByteCount.counted(report.defects.count, "defect"))")
    }

    static func json(_ report: IntegrityReport) -> JSONValue {
        .members([
            "sound": .bool(report.isSound),
            "defects": .array(report.defects.map(json)),
            "notes": .array(report.notes.map { .string($0) }),
            "segments": .count(report.segments),
            "frames": .count(report.frames),
            "records": .count(report.records),
            "objects": .count(report.objects),
            "bytes": .count(report.bytes),
            "checkpoint": report.checkpoint.map(json) ?? .null,
        ])
    }

    private static func json(_ checkpoint: IntegrityReport.Checkpoint) -> JSONValue {
        .members([
            "file": .string(checkpoint.file), "commit": .count(checkpoint.commit),
            "segments": .count(checkpoint.segments), "bytes": .count(checkpoint.bytes),
        ])
    }

    private static func json(_ defect: IntegrityReport.Defect) -> JSONValue {
        .members([
            "file": .string(defect.file), "offset": defect.offset.map { .count($0) } ?? .null,
            "lostBytes": defect.lostBytes.map { .count($0) } ?? .null,
            "message": .string(defect.message),
        ])
    }
}
