package import NacreFormat

extension AttributePath {
    /// Parses the text form: `mayor.name`.
    /// - Parameters:
    ///   - schema: The entity at which the path begins.
    ///   - entities: The entities that references lead to.
    package static func parse(
        _ text: String, schema: StoredSchema, entities: EntityFinder
    ) throws(FilterSyntaxError) -> AttributePath {
        var parser = try FilterParser(text, schema, entities)
        let (path, _) = try parser.parseName()
        guard parser.token.kind == .end else {
            throw parser.error(
                "Only the name of an attribute is allowed here.",
                suggestion: "Write it as in mayor.name.")
        }
        return path
    }

    /// Returns the attribute at the end of the path, named by the path's text.
    /// - Parameters: Those of ``parse(_:schema:entities:)``.
    package func column(
        of schema: StoredSchema, _ entities: EntityFinder
    ) throws(StoreError) -> AttributeSchema {
        let bound: BoundPath
        do throws(OperandError) {
            bound = try BoundPath(self, in: FilterScope(schema, entities))
        } catch {
            throw StoreError(error)
        }
        if bound.isOwn { return bound.attribute }
        return AttributeSchema(
            id: bound.attribute.id, name: description, type: bound.attribute.type,
            isNullable: true)
    }
}
