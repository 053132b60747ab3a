import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The compiler's way to the macros.
@main
struct NacrePlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = []
}
