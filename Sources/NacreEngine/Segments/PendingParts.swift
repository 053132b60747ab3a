internal import NacreFormat

/// The parts of a commit whose last part has not arrived yet. Implements the rules of Formats.md,
/// "Commit", for all code that walks over the frames of a log segment.
struct PendingParts {
    private var frames: [Frame] = []

    var isEmpty: Bool { frames.isEmpty }

    /// Adds the next frame of the segment, of any kind.
    /// - Returns: All parts of a commit if the frame is its last one; otherwise nil.
    mutating func add(_ frame: Frame) throws(FormatError) -> [Frame]? {
        let header = frame.header
        if header.kind == .abort { try void(frame) }
        guard header.isPartOfCommit else { return nil }
        guard Int(header.part) == frames.count, header.flags.contains(.first) == frames.isEmpty
        else { throw frame.bad("part", "\(frames.count)", "\(header.part)") }
        let commit = frames.first?.header.commit ?? header.commit
        guard header.commit == commit else {
            throw frame.bad("commit number", "\(commit)", "\(header.commit)")
        }
        frames.append(frame)
        guard header.flags.contains(.last) else { return nil }
        defer { frames = [] }
        return frames
    }

    /// Removes the parts that an abort frame voids.
    private mutating func void(_ frame: Frame) throws(FormatError) {
        var reader = ByteReader(frame.payload, structure: "abort", origin: frame.payloadOffset)
        let part: UInt32 = try reader.read("part")
        guard frame.header.commit == frames.first?.header.commit, part < frames.count else {
            throw frame.bad("part", "below \(frames.count)", "\(part)")
        }
        frames.removeSubrange(Int(part)...)
    }
}

extension Frame {
    /// Makes the error for a frame that is intact but has a value that is not allowed.
    func bad(_ field: String, _ expected: String, _ found: String) -> FormatError {
        FormatError(
            .badValue, structure: "frame", field: field, offset: offset, expected: expected,
            found: found)
    }
}
