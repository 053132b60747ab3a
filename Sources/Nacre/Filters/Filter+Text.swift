public import NacreEngine

extension Filter where Root: Entity {
    /// Reads the text form that `description` gives and `nacre fetch --where` takes.
    /// - Throws: ``StoreError`` with `invalidValue` that says where the text is wrong and why.
    public init(parsing text: String) throws(StoreError) {
        let schema = try EntityModel(Root.self).schema
        do throws(FilterSyntaxError) {
            let filter = try FilterParser.parse(text, schema: schema, entities: Root.entities)
            self.init(filter)
        } catch {
            throw StoreError(.invalidValue, "\(error)")
        }
    }
}

/// As the text form.
extension Filter: Codable {
    /// Decodes the text form.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        do throws(StoreError) { try self.init(parsing: text) } catch {
            throw DecodingError.dataCorruptedError(
                in: container, debugDescription: error.description)
        }
    }

    /// Encodes the text form.
    public func encode(to encoder: any Encoder) throws {
        if let problem {
            throw EncodingError.invalidValue(
                self, EncodingError.Context(codingPath: [], debugDescription: problem))
        }
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
