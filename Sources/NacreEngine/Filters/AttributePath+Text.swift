package import NacreFormat

extension AttributePath {
    /// Reads the text form: `mayor.name`.
    /// - Parameters:
    ///   - schema: of the entity that the path begins with.
    ///   - entities: those that references lead to.
    package static func parse(
        _ text: String, schema: EntitySchema, entities: EntityFinder
    ) throws(FilterSyntaxError) -> AttributePath {
        var parser = try FilterParser(text, schema, entities)
        let (path, _) = try parser.parseName()
        guard parser.token.kind == .end else {
            throw parser.error(
                "Only the name of an attribute may stand here.",
                suggestion: "Write it as in mayor.name.")
        }
        return path
    }

    /// What stands at the end, as an attribute whose name is the path's text.
    /// - Parameters: as of ``parse(_:schema:entities:)``.
    package func column(
        of schema: EntitySchema, _ entities: EntityFinder
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
