/// The texts of errors that other code threw, without the values that some of them quote.
enum ErrorText {
    /// Returns an error's reason, worded as part of a sentence.
    static func reason(_ error: any Error) -> String {
        if let error = error as? AttributeError { return error.reason }
        switch error {
        case let error as DecodingError: return "it does not decode as \(place(error))"
        case let error as EncodingError: return "it does not encode: \(place(error))"
        default: return "\(error)"
        }
    }

    private static func place(_ error: DecodingError) -> String {
        switch error {
        case .typeMismatch(let type, let context): "\(type)\(path(context.codingPath))"
        case .valueNotFound(let type, let context): "\(type)\(path(context.codingPath))"
        case .keyNotFound(let key, let context):
            "an object with '\(key.stringValue)'\(path(context.codingPath))"
        case .dataCorrupted(let context): "its type\(path(context.codingPath))"
        @unknown default: "its type"
        }
    }

    private static func place(_ error: EncodingError) -> String {
        switch error {
        case .invalidValue(let value, let context):
            "a value of type \(type(of: value)) has no JSON form\(path(context.codingPath))"
        @unknown default: "a value has no JSON form"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        keys.isEmpty ? "" : " at '\(keys.map(\.stringValue).joined(separator: "."))'"
    }
}
