/// Annotates the lines of a manifest.
package enum ManifestAnnotator {
    private static let meanings = [
        "nacre": "format version", "store": "store id", "fork": "fork id",
        "generation": "generation",
        "hashkey": "key of the keyed hash, k1 then k0", "segment": "a segment no longer written",
        "active": "the active segment", "checkpoint": "the checkpoint",
        "crc": "CRC of all bytes before this line",
    ]
    private static let newline = UInt8(ascii: "\n")

    /// Annotates a manifest.
    /// - Parameter view: The manifest's bytes, valid or not.
    package static func annotate(_ view: ByteView, _ sink: @escaping (Annotation) -> Void) {
        var annotator = Annotator(view, sink: sink)
        annotator.beginGroup("manifest", length: view.count)
        do {
            _ = try Manifest.decode(view.bytes)
            while annotator.remaining > 0 { addLine(&annotator) }
        } catch {
            annotator.remark("not valid: \(error)")
            annotator.add(.text, count: annotator.remaining, "raw bytes")
        }
        annotator.endGroup()
    }

    private static func addLine(_ annotator: inout Annotator) {
        var end = annotator.offset
        while end < annotator.view.count, annotator.view[end] != newline { end += 1 }
        let line = annotator.view[annotator.offset..<end].string ?? ""
        let word = line.split(separator: " ").first.map(String.init) ?? ""
        annotator.add(
            .text, upTo: min(end + 1, annotator.view.count), meanings[word] ?? "another line")
    }
}
