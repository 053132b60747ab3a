/// Writes functions that encode an object's properties one after another.
///
/// Each property has a function and a type of its own name, for the sake of the compiler's message
/// about what cannot be stored: it names the function where the property's type is at fault, and
/// the type around it where that of an element is. And these functions may always throw, whereas
/// the compiler would warn of a `try` in front of a number's own.
struct EncodingRenderer {
    let owner: StructDeclaration

    private var written: [PropertyDeclaration] { owner.properties + owner.derived }

    /// A type with the functions of all properties but those with stages of their own.
    var functions: String {
        Code.block(
            "nonisolated private enum _Encode",
            written.filter { $0.codec == nil }.map { property in
                let constraint =
                    (property.marks.isUnique ? " & Swift.Hashable" : "")
                    + (property.marks.deleteRule == nil ? "" : " & Nacre.ReferringValue")
                let function = Code.block(
                    "static func \(property.name)<T: Nacre.AttributeValue\(constraint)>"
                        + "(_ value: T, _ row: inout Nacre.RowEncoder) throws",
                    ["try value.encode(into: &row)"])
                return Code.block("enum \(property.name)", [function])
            })
    }

    /// - Parameters:
    ///   - head: of the function, with a parameter `_row`.
    ///   - object: whose properties they are.
    func function(_ head: String, of object: String) -> String {
        Code.block(
            head,
            written.map { property in
                let name = property.name
                let value = "\(object).\(name)"
                return property.codec.map { "try \($0).encode(\(value), into: &_row)" }
                    ?? "try _Encode.\(name).\(name)(\(value), &_row)"
            })
    }
}
