/// A renderer of a `FieldSet`: `Fields`, or an entity's `UniqueFields`.
struct FieldsRenderer {
    let owner: StructDeclaration

    /// Returns a struct of fields.
    /// - Parameters:
    ///   - name: The name of the struct.
    ///   - properties: The properties that have fields.
    ///   - inverses: The other sides of references that have fields, too.
    func fields(
        _ name: String, of properties: [PropertyDeclaration],
        inverses: [InverseDeclaration] = []
    ) -> String {
        let access = owner.access.ofMembers
        return Code.block(
            "nonisolated \(access)struct \(name): Nacre.FieldSet",
            [
                "\(access)typealias FieldsOwner = \(owner.name)",
                "\(access)let _path: Nacre.FieldPath",
                "\(access)init(_ path: Nacre.FieldPath) { self._path = path }",
            ] + properties.map { field($0) } + alias + inverses.map(field))
    }

    /// The field `id` of an entity whose id has another name.
    private var alias: [String] {
        owner.identifier.map { [field($0, named: "id", access: owner.access.ofField)] } ?? []
    }

    private func field(_ inverse: InverseDeclaration) -> String {
        let type = "Nacre.InverseField<\(owner.name), \(inverse.member)>"
        return Code.block(
            "\(inverse.access.ofField)var \(inverse.name): \(type)",
            [
                "Nacre.InverseField(self._path,"
                    + " of: \\\(inverse.member).Fields.\(inverse.reference))"
            ])
    }

    private func field(
        _ property: PropertyDeclaration, named name: String? = nil, access: String? = nil
    ) -> String {
        let kind = property.codec == nil ? "Field" : property.marks.stagedField
        let kept = property.marks.isElementwise ? ", Nacre.Keeps.\(property.marks.kept)" : ""
        let type = "Nacre.\(kind)<\(owner.name), \(property.type)\(kept)>"
        let path = "self._path.appending(\(property.storedName))"
        let codec = property.codec.map { ", \(property.marks.codecLabel)\($0)" } ?? ""
        return Code.block(
            "\(access ?? property.access.ofField)var \(name ?? property.name): \(type)",
            ["Nacre.\(kind)(\(path)\(codec))"])
    }
}

extension AttributeAnnotations {
    /// The type of the field of an attribute with stages.
    fileprivate var stagedField: String {
        if isElementwise { return "StagedElementsField" }
        return switch kept {
        case "Nothing": "OpaqueField"
        case "OrderAndText": "OrderedTextField"
        case "Text": "StagedTextField"
        case "Order": "OrderedField"
        default: "TransformedField"
        }
    }

    /// The label of the stages in the initialiser of the field.
    fileprivate var codecLabel: String {
        switch kept {
        case "OrderAndText", "Text": "text: "
        case "Order": "ordered: "
        default: ""
        }
    }

    /// The properties that the stages keep, as a type in `Keeps`.
    fileprivate var kept: String {
        if isOpaque { return "Nothing" }
        if isText { return isOrdered ? "OrderAndText" : "Text" }
        return isOrdered ? "Order" : "Equality"
    }
}
