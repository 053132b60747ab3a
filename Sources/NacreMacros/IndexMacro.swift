internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// `#Index` and `#Unique`: a note for `@Entity`, which reads it. By itself it adds nothing.
struct IndexMacro: DeclarationMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}
