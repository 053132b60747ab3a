/// A renderer of functions that make an object from values that are read one after another.
///
/// They call the memberwise initialiser: assigning to the properties would first make every
/// default, such as a new id, and discard it. If the struct has an initialiser of its own, there is
/// no memberwise one, so a further initialiser does no harm. A throwing initialiser with the same
/// parameters is called instead, because it may refuse values.
struct ReadingRenderer {
    let owner: StructDeclaration

    /// Returns the static function, and the initialiser that it calls if one is needed.
    /// - Parameters:
    ///   - name: The name of the static function.
    ///   - access: The modifier of the static function.
    ///   - source: The type of the source of the values.
    ///   - label: The label of the initialiser's parameter, if there has to be an initialiser.
    ///   - reading: Returns an expression that reads a property from `_source`.
    func function(
        _ name: String, access: String, from source: String, label: String,
        _ reading: (PropertyDeclaration) -> String
    ) -> [String] {
        // Inlined into its only caller, which converts it to a closure. This saves a copy.
        let head =
            "@inline(__always) nonisolated \(access)static func \(name)"
            + "(from _source: \(source)) throws -> \(owner.name)"
        let values = owner.properties.map { "let \($0.name) = try \(reading($0))" }
        if owner.hasThrowingInitializer { return [Code.block(head, values + checked)] }
        guard owner.hasInitializer else {
            let arguments = owner.properties.map { "\($0.label): \($0.name)" }
                .joined(separator: ", ")
            return [Code.block(head, values + ["return \(owner.name)(\(arguments))"])]
        }
        let mark = source.hasPrefix("inout ") ? "&" : ""
        return [
            Code.block(head, ["try \(owner.name)(\(label): \(mark)_source)"]),
            Code.block(
                "nonisolated private init(\(label) _source: \(source)) throws",
                values + owner.properties.map { "self.\($0.name) = \($0.name)" }),
        ]
    }

    /// Statements that call the struct's throwing initialiser.
    private var checked: [String] {
        let taken = owner.addsID ? owner.properties.dropLast() : owner.properties[...]
        let call =
            "try \(owner.name)("
            + taken.map { "\($0.label): \($0.name)" }.joined(separator: ", ") + ")"
        guard owner.addsID else { return ["return \(call)"] }
        return ["var _object = \(call)", "_object.id = id", "return _object"]
    }
}
