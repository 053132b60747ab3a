internal import ArgumentParser
internal import NacreEngine
internal import NacreFormat

/// The arguments of commands about one object.
struct ObjectArguments: ParsableArguments {
    @Argument(help: "The store's directory.") var store: String
    @Argument(help: "The entity.") var entity: String
    @Argument(help: "The object's id, as 'nacre fetch' prints it.") var id: String

    /// Returns the revisions of the object, and its entity's schema.
    func revisions() throws -> (ObjectRevisions, StoredSchema) {
        let database = try StoreAccess.read(store)
        let schema = try database.snapshot().schema(of: entity)
        return (try database.revisions(of: schema.id(from: id), in: entity), schema)
    }
}

extension StoredSchema {
    /// Returns the id that a text means. An id that is text needs no quotation marks.
    func id(from text: String) throws -> Value { try value(of: idAttribute, from: text, "id") }

    /// Returns the value of an attribute that a text means. Text needs no quotation marks.
    /// - Parameter word: The word for the value, for an error.
    func value(
        of attribute: AttributeSchema, from text: String, _ word: String
    ) throws -> Value {
        let filter = try? FilterParser.parse(
            "\(FilterText.name(attribute.name)) == \(text)", schema: self)
        if case .comparison(_, _, let value) = filter { return value }
        guard case .string = attribute.type else {
            throw ValidationError(
                "'\(text)' is no \(word) of '\(name)': '\(attribute.name)' has the type"
                    + " \(attribute.type.name).")
        }
        return .string(text)
    }
}
