internal import NacreFormat

/// A text that files are searched for, in all spellings in which they may hold it.
struct SearchedText {
    let text: String
    /// The bytes of the text as given and, if that differs, of its composed form (NFC).
    let spellings: [[UInt8]]
    /// The values of fixed width that are written like the text.
    private let values: [ScalarType: Value]

    /// - Parameter text: The text, which is not empty.
    init(_ text: String) {
        self.text = text
        let given = Array(text.utf8)
        let composed = text.withNormalisedBytes(\.bytes)
        spellings = given == composed ? [given] : [given, composed]
        let json = try? JSONParser.parse(given)
        var values: [ScalarType: Value] = [:]
        // Every other bool is equal to a word like "true".
        for type in ScalarType.allCases where type != .bool {
            values[type] =
                Value(.string(text), as: .scalar(type))
                ?? json.flatMap { Value($0, as: .scalar(type)) }
            if values[type]?.isNull == true { values[type] = nil }
        }
        self.values = values
    }

    /// Returns the text as a value of a type; nil if it is none.
    func value(as type: StoredType) -> Value? {
        switch type {
        case .scalar(let type): values[type]
        case .string: .string(text)
        case .data: .data(Array(text.utf8))
        case .json, .array: nil
        }
    }

    func occurs(in view: ByteView) -> Bool {
        spellings.contains { spelling in
            spelling.withView { view.firstOffset(of: $0, from: 0) } != nil
        }
    }

    /// Returns the offsets at which the text occurs, ascending.
    /// - Parameter max: Maximum number of them.
    func offsets(in view: ByteView, max: Int) -> [Int] {
        var offsets: Set<Int> = []
        for spelling in spellings {
            spelling.withView { spelling in
                var start = 0
                while offsets.count < max,
                    let offset = view.firstOffset(of: spelling, from: start)
                {
                    offsets.insert(offset)
                    start = offset + 1
                }
            }
        }
        return offsets.sorted()
    }

    /// Returns whether a value that is no text is written like this one, or has an element that is.
    func isEqual(to value: Value) -> Bool {
        switch value {
        case .array(let elements): elements.contains { isEqual(to: $0) }
        case .null, .bool, .string, .data, .json: false
        case .int, .uint, .float, .double, .date, .uuid, .decimal, .objectID:
            values.values.contains(value)
        }
    }
}
