/// The way in which an attribute's values hold text that can be searched.
package struct TextForm: Sendable, Hashable {
    /// The form of the bytes once they are decompressed.
    package enum Content: Sendable, Hashable {
        /// One text in UTF-8.
        case text
        /// JSON text, each string of which is a text; the names of members are not.
        case json
    }

    /// A compression.
    package enum Layer: Sendable, Hashable {
        /// An LZ4 block (Formats.md, "LZ4 blocks").
        case lz4
        /// A byte that says whether an LZ4 block or the bytes themselves follow.
        case lz4Choice
    }

    package let content: Content
    /// The compressions to undo, in this order.
    package let layers: [Layer]
}

extension AttributeSchema {
    /// The way in which the values hold text; nil if they hold none that can be read without the
    /// program. A string is searched as it is stored, unless a stage hides it.
    package var textForm: TextForm? {
        let stages = pipeline.filter { !$0.hasPrefix(Format.derivedStagePrefix) }
        switch type {
        case .string:
            return Pipeline.mayVary(stages) ? nil : TextForm(content: .text, layers: [])
        case .json: return stages.isEmpty ? TextForm(content: .json, layers: []) : nil
        case .data:
            let content: TextForm.Content
            switch stages.first {
            case "utf8": content = .text
            case "json": content = .json
            default: return nil
            }
            var layers: [TextForm.Layer] = []
            for stage in stages.dropFirst().reversed() {
                switch stage {
                case "lz4": layers.append(.lz4)
                case "lz4@2": layers.append(.lz4Choice)
                default: return nil
                }
            }
            return TextForm(content: content, layers: layers)
        case .scalar, .array: return nil
        }
    }

    /// The stored type and the stages, for messages.
    var storedForm: String {
        pipeline.isEmpty ? type.name : "\(type.name) through \(pipeline.joined(separator: ", "))"
    }
}

extension TextForm {
    /// Calls `body` with each text of a stored value, in UTF-8. A view is valid during the call.
    /// - Parameter value: The stored bytes of a value.
    /// - Throws: `FormatError` if the bytes do not have this form.
    package func forEachText(
        in value: ByteView, _ body: (ByteView) throws -> Void
    ) throws {
        try forEachText(in: value, layers[...], body)
    }

    private func forEachText(
        in value: ByteView, _ layers: ArraySlice<Layer>, _ body: (ByteView) throws -> Void
    ) throws {
        guard let layer = layers.first else {
            switch content {
            case .text: return try body(value)
            case .json: return try forEachString(in: value, body)
            }
        }
        let rest = layers.dropFirst()
        switch layer {
        case .lz4: try decompress(value, rest, body)
        case .lz4Choice:
            guard value.count > 0, value[0] <= 1 else {
                throw FormatError(
                    .badValue, structure: "LZ4 block", field: "choice", offset: 0,
                    expected: "0 or 1", found: value.count == 0 ? "no byte" : "\(value[0])")
            }
            let content = value[1..<value.count]
            guard value[0] == 1 else { return try forEachText(in: content, rest, body) }
            try decompress(content, rest, body)
        }
    }

    private func decompress(
        _ block: ByteView, _ layers: ArraySlice<Layer>, _ body: (ByteView) throws -> Void
    ) throws {
        try LZ4Block.decompress(block).withView { (view) throws(any Error) in
            try forEachText(in: view, layers, body)
        }
    }

    private func forEachString(in text: ByteView, _ body: (ByteView) throws -> Void) throws {
        let json: JSONValue
        // SAFETY: the caller's bytes are valid during the call.
        do { json = try unsafe JSONParser.parse(text.buffer) } catch {
            throw FormatError(
                .badValue, structure: "value", field: "JSON", offset: 0,
                expected: "well-formed JSON", found: "\(error)")
        }
        try forEachString(in: json, body)
    }

    private func forEachString(in json: JSONValue, _ body: (ByteView) throws -> Void) throws {
        switch json {
        case .null, .bool, .integer, .double, .number: return
        case .string(let string):
            try Array(string.utf8).withView { (view) throws(any Error) in try body(view) }
        case .array(let elements):
            for element in elements { try forEachString(in: element, body) }
        case .object(let members):
            for member in members { try forEachString(in: member.value, body) }
        }
    }
}
