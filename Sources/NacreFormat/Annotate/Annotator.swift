/// Makes annotations one after another and keeps the place: it knows how far the file is covered
/// and how deep the structure is. Those for segments and manifests build on it.
struct Annotator {
    /// The file.
    let view: ByteView
    /// The first byte that no annotation covers yet.
    private(set) var offset = 0
    private var depth = 0
    private let sink: (Annotation) -> Void

    init(_ view: ByteView, sink: @escaping (Annotation) -> Void) {
        self.view = view
        self.sink = sink
    }

    var remaining: Int { view.count - offset }

    /// Announces a structure; what is added until the matching `endGroup` is part of it.
    mutating func beginGroup(_ text: String, length: Int) {
        sink(Annotation(.group, offset: offset, length: length, depth: depth, text: text))
        depth += 1
    }

    mutating func endGroup() {
        depth -= 1
    }

    /// A remark about this place, without bytes.
    func remark(_ text: String) {
        sink(Annotation(.group, offset: offset, length: 0, depth: depth, text: text))
    }

    /// The next `length` bytes; nothing if there are none.
    mutating func add(
        _ style: Annotation.Style = .field, count length: Int, _ text: String
    ) {
        guard length > 0 else { return }
        precondition(length <= remaining, "an annotation behind the end of the file")
        sink(Annotation(style, offset: offset, length: length, depth: depth, text: text))
        offset += length
    }

    /// The bytes from here up to `end`; nothing if that is behind us.
    mutating func add(_ style: Annotation.Style = .field, upTo end: Int, _ text: String) {
        add(style, count: end - offset, text)
    }

    /// The fields of a structure that begins here.
    /// - Parameter describe: what a field says; nil for its name and its value as a number.
    mutating func add(
        fields: [(String, FormatField)], describe: (String, ByteView) -> String? = { _, _ in nil }
    ) {
        for (name, field) in fields {
            let bytes = view[offset..<offset + field.size]
            add(count: field.size, describe(name, bytes) ?? Self.text(name, bytes))
        }
    }

    /// The usual text of a field: checksums and random numbers in hexadecimal, others in decimal.
    static func text(_ name: String, _ bytes: ByteView) -> String {
        if name == "magic" || name == "zero" { return name }
        let isHexadecimal = ["CRC", "chain", "salt", "digest", "key"].contains(where: name.contains)
        switch bytes.count {
        case 1: return "\(name): \(bytes[0])"
        case 2: return "\(name): \(bytes.load(UInt16.self, at: 0))"
        case 4:
            let number = bytes.load(UInt32.self, at: 0)
            return isHexadecimal ? "\(name): 0x\(number.hex)" : "\(name): \(number)"
        case 8:
            let number = bytes.load(UInt64.self, at: 0)
            if isHexadecimal { return "\(name): 0x\(number.hex)" }
            // Times are signed, and no other number comes near the sign bit.
            return "\(name): \(Int64(bitPattern: number))"
        default: return name
        }
    }

    /// Text out of a file, made fit for one line of a terminal: short and without control or
    /// invisible characters.
    static func printable(_ text: String, limit: Int = 40) -> String {
        let shown = text.unicodeScalars.prefix(limit)
        var result = ""
        for scalar in shown {
            switch scalar.properties.generalCategory {
            case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned:
                result += "?"
            default:
                result.unicodeScalars.append(scalar)
            }
        }
        return shown.endIndex < text.unicodeScalars.endIndex ? result + "..." : result
    }
}
