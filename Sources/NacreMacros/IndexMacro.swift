package import SwiftSyntax
package import SwiftSyntaxMacros

/// `#Index` and `#Unique`: a note for `@Entity`, which reads it. By itself it adds nothing.
package struct IndexMacro: DeclarationMacro {
    package static var formatMode: FormatMode { .disabled }

    package static func expansion(
        of node: some FreestandingMacroExpansionSyntax, in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] { [] }
}
