internal import SwiftCompilerPlugin
internal import SwiftSyntaxMacros

/// What the compiler starts: the list of our macros.
@main
struct NacrePlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        EntityMacro.self, EmbeddedMacro.self, MarkMacro.self, IndexMacro.self,
        InverseMacro.self,
    ]
}
