/// Writes a `FieldSet`: `Fields`, and an entity's `UniqueFields`.
struct FieldsRenderer {
    let owner: StructDeclaration

    /// - Parameters:
    ///   - name: of the struct.
    ///   - properties: those that it has fields of.
    func fields(_ name: String, of properties: [PropertyDeclaration]) -> String {
        let access = owner.access.ofMembers
        return Code.block(
            "nonisolated \(access)struct \(name): Nacre.FieldSet",
            [
                "\(access)typealias FieldsOwner = \(owner.name)",
                "private let _path: Nacre.FieldPath",
                "\(access)init(_ path: Nacre.FieldPath) { self._path = path }",
            ] + properties.map(field))
    }

    private func field(_ property: PropertyDeclaration) -> String {
        let kind =
            property.codec == nil
            ? "Field" : property.marks.isCompressed ? "CompressedField" : "TransformedField"
        let type = "Nacre.\(kind)<\(owner.name), \(property.type)>"
        let path = "self._path.appending(\(property.storedName))"
        let codec = property.codec.map { ", \($0)" } ?? ""
        return Code.block(
            "\(property.access.ofField)var \(property.name): \(type)",
            ["Nacre.\(kind)(\(path)\(codec))"])
    }
}
