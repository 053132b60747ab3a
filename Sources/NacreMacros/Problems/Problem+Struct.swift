internal import SwiftDiagnostics
internal import SwiftSyntax

/// The problems of a declaration as a whole.
extension Problem {
    static func notAStruct(
        _ declaration: some DeclGroupSyntax, as kind: StructParser.Kind
    ) -> Diagnostic {
        let keyword = declaration.introducer
        let toStruct = Remedy.replacing(
            keyword, by: keyword.with(\.tokenKind, .keyword(.struct)), "make it a struct")
        let isClass = keyword.tokenKind == .keyword(.class)
        return diagnostic(
            "notAStruct", at: keyword,
            "\(kind.macroName) takes structs\(kind == .embedded ? " and enums" : "") only: a store"
                + " holds values",
            fixIts: isClass ? [toStruct] : [])
    }

    static func generic(_ node: some SyntaxProtocol, as kind: StructParser.Kind) -> Diagnostic {
        diagnostic(
            "generic", at: node,
            "\(kind.macroName) cannot take a generic struct, nor one inside of a generic type: a"
                + " store identifies a type by one name")
    }

    static func unreachable(
        _ modifier: DeclModifierSyntax, as kind: StructParser.Kind
    ) -> Diagnostic {
        let name = modifier.name
        let wider = Remedy.replacing(
            name, by: name.with(\.tokenKind, .keyword(.fileprivate)), "make it fileprivate")
        return unreachable(at: modifier, as: kind, fixIts: [wider])
    }

    /// Returns the problem of a type that is private inside another one.
    /// - Parameter node: The place to report. It is not the `private` modifier if an outer type has
    ///   that, because the macro cannot change the outer type.
    static func unreachable(
        at node: some SyntaxProtocol, as kind: StructParser.Kind, fixIts: [FixIt] = []
    ) -> Diagnostic {
        diagnostic(
            "private", at: node,
            "\(kind.macroName) cannot extend a type that is private inside of another type: make it"
                + " fileprivate", fixIts: fixIts)
    }

    static func conditional(_ node: some SyntaxProtocol, as kind: StructParser.Kind) -> Diagnostic {
        diagnostic(
            "conditional", at: node,
            "\(kind.macroName) cannot take properties or initialisers under #if: the stored form"
                + " must not depend on how the program was built")
    }

    static func empty(_ node: some SyntaxProtocol) -> Diagnostic {
        diagnostic("empty", at: node, "@Embedded needs a stored property")
    }

    /// Returns the problem of an index whose keys are not lists of key paths.
    /// - Parameter macro: The name of the macro that declares the index.
    static func indexKeys(_ node: some SyntaxProtocol, _ macro: String) -> Diagnostic {
        diagnostic(
            "indexKeys", at: node,
            "#\(macro) needs lists of key paths: #\(macro)<City>([\\.country, \\.name])")
    }

    /// Returns the problem of an index that names another struct than its own.
    /// - Parameters:
    ///   - macro: The name of the macro that declares the index.
    ///   - name: The name of the struct.
    static func indexOwner(
        _ node: some SyntaxProtocol, _ macro: String, _ name: String
    ) -> Diagnostic {
        diagnostic(
            "indexOwner", at: node,
            "this #\(macro) is in '\(name)': write #\(macro)<\(name)>",
            fixIts: [
                Remedy.replacing(node, by: TokenSyntax.identifier(name), "write '\(name)'")
            ])
    }

    static func searchWeights(_ node: some SyntaxProtocol) -> Diagnostic {
        diagnostic(
            "searchWeights", at: node,
            "the weights of #Search are written in place: weights: [\\.title: 4]")
    }

    /// Returns the problem of a weight of an attribute that is not searched.
    static func searchWeight(_ node: some SyntaxProtocol, _ attribute: String) -> Diagnostic {
        diagnostic(
            "searchWeight", at: node,
            "this #Search does not search '\(attribute)': add it to the attributes, or remove its"
                + " weight")
    }

    static func conditionClosure(_ closure: ClosureExprSyntax, _ owner: String) -> Diagnostic {
        diagnostic(
            "conditionClosure", at: closure,
            "the condition of #Unique must be a function, because the compiler checks a closure"
                + " before it knows the fields of \(owner): write where: \(owner).isLive, and"
                + " static func isLive(_ object: Fields) -> Filter<\(owner)> { ... }")
    }
}
