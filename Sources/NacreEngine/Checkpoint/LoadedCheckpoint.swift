internal import NacreFormat

/// The state of a store as a checkpoint has it: catalog, rows and trees, whose leaves stay in the
/// mapped file. The log goes on from here.
struct LoadedCheckpoint {
    let header: CheckpointHeader
    let info: CheckpointInfo
    let catalog: Catalog
    let definitions: SegmentDefinitions
    /// By entity number.
    let roots: [EntityRoots]
    /// Besides those of ids, by ``IndexDefinition/slot``.
    let trees: [Tree]
    /// By entity number.
    let freeRows: [FreeRows]

    var end: LogEnd { LogEnd(cursor: header.end, summary: SegmentSummary(header.summary)) }

    /// Checks the structure of everything, so that no search leaves the file; but it does not look
    /// at each entry.
    /// - Parameters:
    ///   - sections: whose checksums are right.
    ///   - pool: gets the inner nodes.
    init(
        _ file: CheckpointFile, _ sections: [CheckpointSection], _ info: CheckpointInfo,
        idKey: IDKey, pool: NodePool
    ) throws(StoreError) {
        header = file.header
        self.info = info
        let catalog: (Catalog, SegmentDefinitions)
        let roots: CheckpointRoots
        (catalog, roots) = try file.reading { () throws(FormatError) in
            try Self.check(file.header, sections, info)
            let catalog = try Self.catalog(file, sections)
            try Self.check(file.header, catalog.0, idKey)
            var roots = CheckpointRoots(catalog.0, file: file, pool: pool)
            try roots.read(sections)
            return (catalog, roots)
        }
        (self.catalog, definitions) = catalog
        self.roots = roots.roots
        trees = roots.trees
        freeRows = roots.freeRows
        pool.pin(file.mapping)
    }

    private static func check(
        _ header: CheckpointHeader, _ sections: [CheckpointSection], _ info: CheckpointInfo
    ) throws(FormatError) {
        let rows = sections.reduce(0) { $0 + ($1.kind == .rows ? $1.entries : 0) }
        let live = info.covered.reduce(0) { $0 + $1.liveRecords }
        guard rows == live else {
            throw bad("live records", CheckpointHeaderFields.sections, rows, live)
        }
        guard let last = info.covered.last, last.number == header.end.segment,
            last.length == header.end.offset
        else {
            throw bad(
                "log position", CheckpointHeaderFields.position,
                "the end of the last covered segment", header.end.position)
        }
    }

    /// Whether keys are made as they were. The first text that is normalised costs a process a
    /// quarter of a millisecond, so that stores whose keys are numbers do without.
    private static func check(
        _ header: CheckpointHeader, _ catalog: Catalog, _ idKey: IDKey
    ) throws(FormatError) {
        let isByText = catalog.all.contains { definition in
            let keys = [definition.schema.idOrdinal] + definition.indexes.flatMap(\.ordinals)
            return keys.contains { !IDKey.isExact(definition.schema.attributes[$0].type) }
                || definition.schema.indexes.contains(where: \.isUnique)
        }
        guard isByText, header.keyProbe != idKey.probe else { return }
        throw bad("key probe", CheckpointHeaderFields.keyProbe, idKey.probe, header.keyProbe)
    }

    private static func bad(
        _ name: String, _ field: FormatField, _ expected: Any, _ found: Any
    ) -> FormatError {
        FormatError(
            .badValue, structure: "checkpoint header", field: name, offset: field.offset,
            expected: "\(expected)", found: "\(found)")
    }

    /// Checked as those of a segment are.
    private static func catalog(
        _ file: CheckpointFile, _ sections: [CheckpointSection]
    ) throws(FormatError) -> (Catalog, SegmentDefinitions) {
        let section = try CheckpointFile.only(.catalog, EntityNumber(0), in: sections)
        var catalog = Catalog.empty
        var definitions = SegmentDefinitions()
        for frame in try CatalogItems.frames(file.view(section), origin: section.offset) {
            if frame.header.kind == .schema {
                let schema = try EntitySchema.decode(frame)
                try definitions.add(schema, frame, catalog)
                catalog = catalog.adding(schema)
            } else {
                let layout = try Layout.decode(frame)
                try definitions.add(layout, frame, catalog)
                catalog = catalog.adding(layout)
            }
        }
        return (catalog, definitions)
    }

    /// The frame that the checkpoint's commit ends with, in the log; nil if it ends with the
    /// segment's header. Throws if the log has something else there.
    /// - Parameter view: the segment that the place is in.
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
