internal import NacreFormat

/// A checkpoint file with changes under correct checksums: damage cannot cause this, but a bug or a
/// forger can.
package enum ForgedCheckpoint {
    private typealias Header = CheckpointHeaderFields
    private typealias Section = CheckpointSectionFields

    /// Returns the file after a change, with all checksums repaired.
    package static func withChecksums(
        _ bytes: [UInt8], _ change: (inout [UInt8]) -> Void
    ) -> [UInt8] {
        var bytes = bytes
        change(&bytes)
        for entry in entries(bytes) {
            let section = bytes.withView { view in
                var reader = ByteReader(
                    view[entry..<entry + Section.size], structure: "checkpoint section")
                return try? CheckpointSection.decode(&reader)
            }
            guard let section, section.range.upperBound <= bytes.count else { continue }
            if section.kind.hasBlocks { bytes = withChecksums(ofBlocksIn: section, bytes) }
            bytes = bytes.repairingCRC(at: entry + Section.crc.offset, of: section.checkedRange)
        }
        let end = Header.size + sectionCount(bytes) * Section.size
        if end <= bytes.count {
            bytes = bytes.repairingCRC(at: Header.directoryCRC.offset, of: Header.size..<end)
        }
        return bytes.repairingCRC(
            at: Header.headerCRC.offset, of: 0..<Header.headerCRC.offset)
    }

    /// Returns the file with the checksums of the blocks repaired, as far as there are blocks.
    private static func withChecksums(
        ofBlocksIn section: CheckpointSection, _ bytes: [UInt8]
    ) -> [UInt8] {
        var bytes = bytes
        let tops = section.checkedRange
        guard tops.count % PackedTopFields.size == 0 else { return bytes }
        for place in stride(from: tops.lowerBound, to: tops.upperBound, by: PackedTopFields.size) {
            let top = bytes.withView { PackedTop($0, at: place) }
            let start = place - top.bytesToBlock
            guard start >= section.offset, start + top.blockSize <= place else { continue }
            bytes = bytes.repairingCRC(
                at: place + PackedTopFields.crc.offset, of: start..<start + top.blockSize)
        }
        return bytes
    }

    /// Returns the file with two trees of equal entry counts swapped, or nil if there are none.
    package static func swappingTrees(_ bytes: [UInt8]) -> [UInt8]? {
        let trees = entries(bytes).filter { entry in
            let kind = bytes.withView { $0.load(UInt16.self, at: entry + Section.kind.offset) }
            return [CheckpointSectionKind.ids, .unique].contains(
                CheckpointSectionKind(rawValue: kind))
        }
        func count(_ entry: Int) -> UInt64 {
            bytes.withView { $0.load(at: entry + Section.entries.offset) }
        }
        for (index, first) in trees.enumerated() {
            let others = trees[(index + 1)...]
            guard let second = others.first(where: { count($0) == count(first) }) else { continue }
            // Kind, entity and number identify the tree's owner.
            return withChecksums(bytes) { bytes in
                for place in 0..<Section.entries.offset {
                    bytes.swapAt(first + place, second + place)
                }
            }
        }
        return nil
    }

    private static func sectionCount(_ bytes: [UInt8]) -> Int {
        bytes.withView { Int($0.load(UInt32.self, at: Header.sections.offset)) }
    }

    /// Returns the offsets of the directory's entries.
    private static func entries(_ bytes: [UInt8]) -> [Int] {
        let room = (bytes.count - Header.size) / Section.size
        return (0..<min(sectionCount(bytes), room)).map { Header.size + $0 * Section.size }
    }
}
