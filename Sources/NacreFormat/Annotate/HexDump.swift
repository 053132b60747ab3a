/// Prints annotations with their bytes: `offset  hex, 16 a line at most  text`, one field a line.
package struct HexDump {
    /// Maximum number of bytes of a field that are shown.
    package var fieldSizeMax: Int

    package init(fieldSizeMax: Int = 256) {
        self.fieldSizeMax = fieldSizeMax
    }

    private static let bytesPerLine = 16
    private static let hexWidth = bytesPerLine * 3 - 1
    private static let digits = Array("0123456789abcdef".utf8)

    /// Returns the lines of a segment's bytes.
    package func lines(ofSegment view: ByteView) -> [String] {
        var lines: [String] = []
        SegmentAnnotator.annotate(view) { lines.append(contentsOf: self.lines($0, in: view)) }
        return lines
    }

    /// Returns the lines of a manifest's bytes.
    package func lines(ofManifest view: ByteView) -> [String] {
        var lines: [String] = []
        ManifestAnnotator.annotate(view) { lines.append(contentsOf: self.lines($0, in: view)) }
        return lines
    }

    /// Returns the lines of one annotation.
    /// - Parameter view: The bytes of the file.
    package func lines(_ annotation: Annotation, in view: ByteView) -> [String] {
        let indent = String(repeating: "  ", count: annotation.depth)
        let start = UInt32(truncatingIfNeeded: annotation.offset).hex
        switch annotation.style {
        case .group: return ["\(start)  \(indent)== \(annotation.text)"]
        case .elided: return ["\(start)  \(indent)\(annotation.text)"]
        case .field, .text: break
        }
        var lines: [String] = []
        let shown = min(annotation.length, fieldSizeMax)
        for from in stride(from: 0, to: shown, by: Self.bytesPerLine) {
            let offset = annotation.offset + from
            let bytes = view[offset..<offset + min(Self.bytesPerLine, shown - from)]
            var line = "\(UInt32(truncatingIfNeeded: offset).hex)  "
            line += padded(hex(bytes), Self.hexWidth)
            if annotation.style == .text { line += "  " + padded(ascii(bytes), Self.bytesPerLine) }
            if from == 0 { line += "  \(indent)\(annotation.text)" }
            lines.append(trimmed(line))
        }
        if shown < annotation.length {
            lines.append("          ... \(annotation.length - shown) more bytes")
        }
        return lines
    }

    private func hex(_ bytes: ByteView) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(Self.hexWidth + 1)
        for index in 0..<bytes.count {
            if index > 0 { text.append(UInt8(ascii: " ")) }
            text.append(Self.digits[Int(bytes[index] >> 4)])
            text.append(Self.digits[Int(bytes[index] & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }

    private func ascii(_ bytes: ByteView) -> String {
        let shown = (0..<bytes.count).map { index in
            (0x20..<0x7F).contains(bytes[index]) ? bytes[index] : UInt8(ascii: ".")
        }
        return String(decoding: shown, as: UTF8.self)
    }

    private func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.utf8.count))
    }

    private func trimmed(_ line: String) -> String {
        // By bytes: a dump has many lines, and iterating over characters is slow.
        let end = line.utf8.lastIndex { $0 != UInt8(ascii: " ") }
        return end.map { String(line[...$0]) } ?? ""
    }
}
