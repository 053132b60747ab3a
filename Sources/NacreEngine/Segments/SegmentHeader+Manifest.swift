internal import NacreFormat

extension SegmentHeader {
    /// Checks that the segment is the one that the manifest names.
    /// - Parameter number: The number in the file's name.
    func check(_ number: SegmentNumber, in manifest: Manifest) throws(FormatError) {
        guard storeID == manifest.storeID else {
            throw bad("store id", SegmentHeaderFields.storeID, manifest.storeID, storeID)
        }
        guard self.number == number else {
            throw bad("segment number", SegmentHeaderFields.number, number, self.number)
        }
        let isCompacted = manifest.segments.contains {
            $0.number == number && $0.ending == .compacted
        }
        guard (origin == .compacted) == isCompacted else {
            throw bad(
                "origin", SegmentHeaderFields.origin, "that of the manifest's line", origin)
        }
    }

    private func bad(
        _ field: String, _ place: FormatField, _ expected: Any, _ found: Any
    ) -> FormatError {
        FormatError(
            .badValue, structure: "segment header", field: field, offset: place.offset,
            expected: "\(expected)", found: "\(found)")
    }
}
