internal import NacreFormat

/// The output of a checkpoint's file. Its sections are written one after another.
final class CheckpointOutput {
    let file: any StoreFile
    /// The bytes that are not in the file yet.
    let buffer = ByteBuffer(capacity: CheckpointOutput.bufferSize + 4096)
    /// The offset in the file at which the next flush writes.
    private(set) var offset: Int
    private(set) var sections: [CheckpointSection] = []
    /// The checksum of the current section; nil in a section of blocks, which have their own.
    private var crc: CRC32C?

    private static let bufferSize = 1 << 20

    init(_ file: any StoreFile, start: Int) {
        self.file = file
        offset = start
    }

    func begin(
        _ kind: CheckpointSectionKind, _ entity: EntityNumber = EntityNumber(0),
        number: UInt32 = 0
    ) {
        sections.append(
            CheckpointSection(
                kind, entity: entity, number: number, entries: 0, blocks: 0, offset: offset,
                length: 0, crc: 0))
        crc = kind.hasBlocks ? nil : CRC32C()
    }

    func flushIfFull() throws(FileError) {
        if buffer.count > Self.bufferSize { try flush() }
    }

    private func flush() throws(FileError) {
        try file.write(buffer.view, at: offset)
        crc?.add(buffer.view)
        offset += buffer.count
        buffer.removeAll()
    }

    /// Ends a section of blocks with their tops. The section's checksum covers only the tops.
    func end(_ blocks: PackedBlockWriter, entries: Int) throws(FileError) {
        let start = buffer.count
        blocks.appendTops()
        let tops = buffer.view[start..<buffer.count].crc
        try end(entries: entries, blocks: blocks.count, tops: tops)
    }

    func end(entries: Int) throws(FileError) { try end(entries: entries, blocks: 0, tops: 0) }

    private func end(entries: Int, blocks: Int, tops: UInt32) throws(FileError) {
        try flush()
        guard var section = sections.popLast() else { return }
        section.entries = entries
        section.blocks = blocks
        section.length = offset - section.offset
        section.crc = crc?.value ?? tops
        sections.append(section)
    }
}
