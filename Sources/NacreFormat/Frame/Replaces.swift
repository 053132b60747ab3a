/// The payload of a compacted segment's first frame: the segments it was made from.
package struct Replaces: Sendable, Hashable {
    package struct Source: Sendable, Hashable {
        package let segment: SegmentNumber
        package let digest: UInt32

        package init(segment: SegmentNumber, digest: UInt32) {
            self.segment = segment
            self.digest = digest
        }
    }

    package let sources: [Source]

    package init(sources: [Source]) {
        self.sources = sources
    }

    package func encode(into buffer: ByteBuffer) {
        buffer.append(UInt32(sources.count))
        buffer.append(UInt32(0))
        for source in sources {
            buffer.append(source.segment.rawValue)
            buffer.append(source.digest)
        }
    }

    package static func decode(_ frame: Frame) throws(FormatError) -> Replaces {
        var reader = ByteReader(frame.payload, structure: "replaces", origin: frame.payloadOffset)
        let count: UInt32 = try reader.read("count")
        try reader.zeros(4)
        guard Int(count) * 8 == reader.remaining else {
            throw reader.error(
                .badValue, "count", expected: "\(reader.remaining / 8)", found: "\(count)")
        }
        var sources: [Source] = []
        for _ in 0..<count {
            sources.append(
                Source(
                    segment: SegmentNumber(try reader.read("segment")),
                    digest: try reader.read("digest")))
        }
        return Replaces(sources: sources)
    }
}
