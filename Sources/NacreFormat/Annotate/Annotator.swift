/// Makes annotations one after another. It tracks the covered part of the file and the depth of the
/// structure. The annotators of segments, checkpoints and manifests use it.
struct Annotator {
    /// The bytes of the file.
    let view: ByteView
    /// The offset of the first byte that no annotation covers yet.
    private(set) var offset = 0
    private var depth = 0
    private let sink: (Annotation) -> Void

    init(_ view: ByteView, sink: @escaping (Annotation) -> Void) {
        self.view = view
        self.sink = sink
    }

    var remaining: Int { view.count - offset }

    /// Begins a structure. Annotations added until the matching `endGroup` are parts of it.
    mutating func beginGroup(_ text: String, length: Int) {
        sink(Annotation(.group, offset: offset, length: length, depth: depth, text: text))
        depth += 1
    }

    mutating func endGroup() {
        depth -= 1
    }

    /// Adds a remark about this place, without bytes.
    func remark(_ text: String) {
        sink(Annotation(.group, offset: offset, length: 0, depth: depth, text: text))
    }

    /// Annotates the next `length` bytes; does nothing if `length` is 0.
    mutating func add(
        _ style: Annotation.Style = .field, count length: Int, _ text: String
    ) {
        guard length > 0 else { return }
        precondition(length <= remaining, "an annotation after the end of the file")
        sink(Annotation(style, offset: offset, length: length, depth: depth, text: text))
        offset += length
    }

    /// Annotates the bytes from here up to `end`; does nothing if `end` is not after this place.
    mutating func add(_ style: Annotation.Style = .field, upTo end: Int, _ text: String) {
        add(style, count: end - offset, text)
    }

    /// Annotates the fields of a structure that begins here.
    /// - Parameter describe: Returns a field's text; nil for its name and its value as a number.
    mutating func add(
        fields: [(String, FormatField)], describe: (String, ByteView) -> String? = { _, _ in nil }
    ) {
        for (name, field) in fields {
            let bytes = view[offset..<offset + field.size]
            add(count: field.size, describe(name, bytes) ?? Self.text(name, bytes))
        }
    }

    /// Returns the usual text of a field: checksums and random numbers in hexadecimal, others in
    /// decimal.
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
            // Times are signed, and no other number reaches the sign bit.
            return "\(name): \(Int64(bitPattern: number))"
        default: return name
        }
    }

    /// Returns text from a file, made safe for one line of a terminal: short and without control or
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
