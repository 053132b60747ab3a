internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

/// The line that `nacre inspect` prints about a checkpoint, beside its bytes.
enum CheckpointText {
    /// - Parameter manifest: The manifest, or nil if none can be read.
    static func line(_ number: UInt32, _ file: MappedBytes, _ manifest: Manifest?) -> String {
        let start = "checkpoint \(number.hex): "
        let size = ByteCount.counted(file.view.count, "byte")
        do {
            let (header, covered) = try file.read { view in try read(view) }
            let names = covered.map { "\($0)" }.joined(separator: ", ")
            let use = problem(number, header, covered, manifest).map { "not used: \($0)" }
            return start + "commit \(header.commit), \(size), covers"
                + " \(covered.count == 1 ? "segment" : "segments") \(names), \(use ?? "used")"
        } catch {
            return start + "\(size), not used: \(error)"
        }
    }

    /// Reads the header and checks all checksums.
    private static func read(_ view: ByteView) throws -> (CheckpointHeader, [SegmentNumber]) {
        let header = try CheckpointHeader.decode(view)
        var covered: [SegmentNumber] = []
        for section in try header.sections(in: view) {
            let content = try section.checked(in: view)
            if section.kind.hasBlocks { try checkBlocks(content, section) }
            guard section.kind == .segments else { continue }
            covered += try CoveredSegment.decodeAll(content, origin: section.offset).map(\.number)
        }
        return (header, covered)
    }

    private static func checkBlocks(_ bytes: ByteView, _ section: CheckpointSection) throws {
        let blocks = try PackedBlocks(
            bytes, count: section.blocks, of: section.kind.content, origin: section.offset)
        for index in 0..<blocks.count where !blocks[index].isIntact {
            throw FormatError(
                .badChecksum, structure: "packed block", field: "CRC",
                offset: section.offset + blocks.offset(index), expected: "that of block \(index)",
                found: "another")
        }
    }

    /// Returns the reason why opening the store does not use this checkpoint, or nil if it does.
    private static func problem(
        _ number: UInt32, _ header: CheckpointHeader, _ covered: [SegmentNumber],
        _ manifest: Manifest?
    ) -> String? {
        guard let manifest else { return "no manifest can be read" }
        guard manifest.checkpoint == number else { return "the manifest does not name it" }
        guard header.storeID == manifest.storeID else { return "it belongs to another store" }
        guard manifest.log.starts(with: covered) else {
            return "it covers segments that are no longer the first ones of the log"
        }
        return nil
    }
}
