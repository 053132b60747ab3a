internal import NacreFormat

extension SegmentWriter {
    /// Makes an active segment without commits, closed cleanly and unsynced.
    convenience init(
        closed header: SegmentHeader, _ catalog: Catalog, in directory: any StoreDirectory
    ) throws(FileError) {
        var header = header
        header.requiredToWrite = catalog.requiredToWrite
        try self.init(creating: header, in: directory)
        let commit = header.lastCommitBefore
        appendDefinitions(catalog, commit: commit, watermark: .none, time: header.created)
        append(
            FrameHeader(
                .close, commit: commit, watermark: cursor.position, time: header.created))
        try flush()
        try trim()
    }

    /// Repeats all schemas and layouts, so that the segment can be read by itself.
    func appendDefinitions(
        _ catalog: Catalog, commit: CommitNumber, watermark: Position, time: Int64
    ) {
        for (definition, layouts) in catalog.allWithLayouts {
            append(FrameHeader(.schema, commit: commit, watermark: watermark, time: time)) {
                definition.schema.encode(into: $0)
            }
            for layout in layouts {
                append(FrameHeader(.layout, commit: commit, watermark: watermark, time: time)) {
                    layout.encode(into: $0)
                }
            }
        }
    }
}
