internal import SwiftCompilerPlugin
internal import SwiftSyntaxMacros

/// The program that the compiler starts: a list of the macros.
@main
struct NacrePlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        EntityMacro.self, EmbeddedMacro.self, MarkMacro.self, IndexMacro.self,
        InverseMacro.self,
    ]
}
