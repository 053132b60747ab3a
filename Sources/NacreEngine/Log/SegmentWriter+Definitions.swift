internal import NacreFormat

extension SegmentWriter {
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
