internal import SwiftSyntax
internal import SwiftSyntaxMacros

/// The macros `#Index`, `#Unique` and `#Search`. They generate nothing; `@Entity` reads them.
struct IndexMacro: DeclarationMacro {
    static var formatMode: FormatMode { .disabled }

    static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}
