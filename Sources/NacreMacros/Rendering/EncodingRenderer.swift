/// A renderer of functions that encode an object's properties one after another.
///
/// Each property has a function and a type with its own name. They improve the compiler's message
/// about a type that cannot be stored: it names the function if the property's type is at fault,
/// and the enclosing type if the type of an element is. In addition, these functions may always
/// throw; the compiler would warn about `try` before the encoding of a number, which never throws.
struct EncodingRenderer {
    let owner: StructDeclaration

    private var written: [PropertyDeclaration] { owner.properties + owner.derived }

    /// A type with the functions of all properties except those with stages of their own.
    var functions: String {
        Code.block(
            "nonisolated private enum _Encode",
            written.filter { $0.codec == nil }.map { property in
                let constraint =
                    (property.marks.isUnique ? " & Swift.Hashable" : "")
                    + (property.marks.deleteRule == nil ? "" : " & Nacre.ReferringValue")
                let function = Code.block(
                    "static func \(property.name)<T: Nacre.AttributeValue\(constraint)>"
                        + "(_ value: T, _ row: inout Nacre.ObjectEncoder) throws",
                    ["try value.encode(into: &row)"])
                return Code.block("enum \(property.name)", [function])
            })
    }

    /// Returns a function that encodes all properties.
    /// - Parameters:
    ///   - head: The head of the function, which has a parameter `_row`.
    ///   - object: The object whose properties are encoded, as an expression.
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
