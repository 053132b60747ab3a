/// A renderer of the codings of properties with stages of their own.
struct CodecsRenderer {
    let owner: StructDeclaration

    /// A type with a coding for each such property, in a list; empty if there are none.
    var members: [String] {
        let staged = owner.properties.filter { $0.codec != nil }
        if staged.isEmpty { return [] }
        return [
            Code.block(
                "nonisolated private enum _Codecs",
                staged.map { property in
                    "static let \(property.name) = Nacre.AttributeCodec("
                        + "\\\(owner.name).\(property.name), \(property.marks.stages ?? ""))"
                })
        ]
    }
}
