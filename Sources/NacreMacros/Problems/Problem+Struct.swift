internal import SwiftDiagnostics
internal import SwiftSyntax

/// What is wrong with a declaration as a whole.
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

    /// - Parameter node: since what is private stands around it, out of the macro's reach.
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

    /// - Parameter macro: the name of what declares the index.
    static func indexKeys(_ node: some SyntaxProtocol, _ macro: String) -> Diagnostic {
        diagnostic(
            "indexKeys", at: node,
            "#\(macro) needs lists of key paths: #\(macro)<City>([\\.country, \\.name])")
    }

    /// - Parameters:
    ///   - macro: the name of what declares the index.
    ///   - name: of the struct.
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
}
