/// Writes functions that make an object of values which are read one after another.
///
/// They call the memberwise initialiser: assigning to the properties would make every default
/// first, a new id among them, and throw it away. Where the struct has an initialiser of its own
/// there is no memberwise one; a further one does no harm then.
struct ReadingRenderer {
    let owner: StructDeclaration

    /// - Parameters:
    ///   - name: of the static function.
    ///   - access: what stands in front of it.
    ///   - source: the type of what is read from.
    ///   - label: of the initialiser's parameter, where there has to be one.
    ///   - reading: an expression that reads a property from `_source`.
    func function(
        _ name: String, access: String, from source: String, label: String,
        _ reading: (PropertyDeclaration) -> String
    ) -> [String] {
        // Inlined into its one caller, which converts it to a closure: that saves a copy.
        let head =
            "@inline(__always) nonisolated \(access)static func \(name)"
            + "(from _source: \(source)) throws -> \(owner.name)"
        let values = owner.properties.map { "let \($0.name) = try \(reading($0))" }
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
}
