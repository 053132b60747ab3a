internal import NacreEngine

/// The coded form of filters and requests. Filters and sorts are coded as texts, which are readable
/// and whose parser is safe for hostile input. `version` is the version of the form.
enum CodedForm {
    static let version = 1

    static func check<Key>(
        _ container: KeyedDecodingContainer<Key>, _ key: Key
    ) throws {
        let found = try container.decode(Int.self, forKey: key)
        guard found == version else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: container,
                debugDescription: "This is version \(found) of the form, and only version"
                    + " \(version) can be read.")
        }
    }
}

/// The coded form: the text, in an object with a version:
/// `{"filter":"population > 5","version":1}`.
extension Filter: Codable where Root: Entity {
    private enum CodingKeys: String, CodingKey {
        case version, filter
    }

    /// Decodes the text form.
    /// - Parameter decoder: A decoder of any format.
    /// - Throws: `DecodingError` if the data is not a filter of this entity, or if the text is too
    ///   deep or too long.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        try CodedForm.check(container, .version)
        let text = try container.decode(String.self, forKey: .filter)
        do throws(StoreError) { try self.init(parsing: text) } catch {
            throw DecodingError.dataCorruptedError(
                forKey: .filter, in: container, debugDescription: error.description)
        }
    }

    /// Encodes the text form.
    /// - Parameter encoder: An encoder of any format.
    /// - Throws: `EncodingError` if a value in the filter has no stored form, or if the filter has
    ///   more levels than can be decoded.
    public func encode(to encoder: any Encoder) throws {
        if let problem = scoped.textProblem {
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: [], debugDescription: problem))
        }
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(CodedForm.version, forKey: .version)
        try container.encode(description, forKey: .filter)
    }
}
