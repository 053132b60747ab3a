internal import NacreEngine

extension Remnant {
    /// The place as a line: file, offset, object, and the way in which the text is there.
    var text: String {
        var parts = ["\(TerminalText.escaped(file)): at offset \(offset)"]
        if let entity, let row {
            let name = attribute.map { ".\($0)" } ?? ""
            parts.append("\(TerminalText.escaped(entity + name)) of row \(row)")
        }
        switch form {
        case .bytes: break
        case .decoded: parts.append("decoded")
        case .key: parts.append("as a key")
        case .beginning: parts.append("perhaps: a key of a value that begins like it")
        case .words: parts.append("perhaps: its words, in a full-text index")
        }
        return parts.joined(separator: ", ")
    }
}
