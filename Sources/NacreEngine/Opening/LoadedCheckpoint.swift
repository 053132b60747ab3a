internal import NacreFormat

/// The state of a store in a checkpoint: catalog, rows and trees. The leaves of the trees stay in
/// the mapped file. The log continues from here. A class: see ``StoreOpener``.
final class LoadedCheckpoint {
    let header: CheckpointHeader
    let info: CheckpointInfo
    let items: CheckpointCatalog
    /// The roots, by entity number.
    let roots: [EntityRoots]
    /// The trees other than those of ids, by ``IndexDefinition/slot``.
    let trees: [Tree]
    /// The free rows, by entity number.
    let freeRows: [FreeRows]
    let blocks: CheckpointBlocks
    /// The full-text indexes; nil without any.
    let searches: CheckpointSearches?

    var catalog: Catalog { items.catalog }
    var definitions: SegmentDefinitions { items.definitions }
    var end: LogEnd { LogEnd(cursor: header.end, summary: SegmentSummary(header.summary)) }

    /// Loads a checkpoint.
    /// - Parameters:
    ///   - sections: All sections of the file, checked.
    ///   - blocks: The blocks of the file. The user of the trees keeps them alive.
    ///   - pool: The pool that gets the inner nodes.
    init(
        _ file: CheckpointFile, _ sections: [CheckpointSection], _ info: CheckpointInfo,
        _ catalog: CheckpointCatalog, _ blocks: CheckpointBlocks, _ pool: NodePool
    ) throws(StoreError) {
        header = file.header
        self.blocks = blocks
        self.info = info
        items = catalog
        let roots = try file.reading { () throws(FormatError) in
            try Self.check(file.header, sections, info)
            return try CheckpointRoots(catalog.catalog, blocks, pool)
        }
        let searches = try file.searches(sections)
        self.searches =
            searches.isEmpty
            ? nil : CheckpointSearches(searches, file.header, catalog.catalog, blocks)
        self.roots = roots.roots
        trees = roots.trees
        freeRows = roots.freeRows
    }

    private static func check(
        _ header: CheckpointHeader, _ sections: [CheckpointSection], _ info: CheckpointInfo
    ) throws(FormatError) {
        let rows = sections.reduce(0) { $0 + ($1.kind == .rows ? $1.entries : 0) }
        let live = info.covered.reduce(0) { $0 + $1.liveRecords }
        guard rows == live else {
            throw header.bad("live records", CheckpointHeaderFields.sections, rows, live)
        }
        guard let last = info.covered.last, last.number == header.end.segment,
            last.length == header.end.offset
        else {
            throw header.bad(
                "log position", CheckpointHeaderFields.position,
                "the end of the last covered segment", header.end.position)
        }
    }

    /// Returns the frame in the log that ends the checkpoint's commit; nil if the checkpoint ends
    /// at the segment's header. Throws if the log has something else there.
    /// - Parameter view: The segment that contains the place.
    func lastFrame(
        in view: ByteView, _ segment: SegmentHeader
    ) throws(FormatError) -> FrameHeader? {
        let end = header.end
        let start = end.lastFrameOffset
        func bad(_ found: String) -> FormatError {
            FormatError(
                .badValue, structure: "frame", field: "place", offset: start,
                expected: "the last one before \(end.position), chain \(end.chain.hex)",
                found: found)
        }
        guard end.offset <= view.count else { throw bad("the end of the file") }
        if start == 0 {
            guard end.offset == SegmentHeaderFields.size, end.salt == segment.salt,
                end.chain == SegmentHeader.chain(view)
            else { throw bad("another header") }
            return nil
        }
        let bytes = view[start..<end.offset]
        let frame = try FrameHeader.decode(bytes, at: end.moved(to: start))
        let chain = FrameCursor.chain(bytes)
        let size = FrameCursor.frameSize(payloadLength: Int(frame.payloadLength))
        guard size == bytes.count, frame.salt == end.salt, chain == end.chain else {
            throw bad("a frame of \(size) bytes, chain \(chain.hex)")
        }
        return frame
    }
}
