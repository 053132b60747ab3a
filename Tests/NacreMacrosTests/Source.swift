import SwiftDiagnostics
import SwiftParser
import SwiftSyntax

@testable import NacreMacros

/// A text with one declaration for a macro.
struct Source {
    private let tree: SourceFileSyntax
    private let bytes: [UInt8]

    init(_ text: String) {
        tree = Parser.parse(source: text)
        bytes = [UInt8](text.utf8)
    }

    /// Returns the innermost type of the text, parsed as under a macro.
    func parsed(as kind: StructParser.Kind = .entity) -> StructParser.Outcome? {
        var context: [Syntax] = []
        var members = tree.statements.compactMap {
            $0.item.asProtocol((any DeclGroupSyntax).self)
        }
        while let group = members.first {
            members = group.memberBlock.members.compactMap {
                $0.decl.asProtocol((any DeclGroupSyntax).self)
            }
            if members.isEmpty { return parse(group, kind, context) }
            context.insert(Syntax(group), at: 0)
        }
        return nil
    }

    /// The text, which is an enum, parsed as under `@Embedded`.
    var parsedEnum: EnumParser.Outcome? {
        tree.statements.first?.item.as(EnumDeclSyntax.self).map { EnumParser.parse($0) }
    }

    private func parse(
        _ group: some DeclGroupSyntax, _ kind: StructParser.Kind, _ context: [Syntax]
    ) -> StructParser.Outcome { StructParser.parse(group, as: kind, in: context) }

    /// Returns the text after the first fix-it of a problem, or nil if it has none.
    func fixed(_ problem: Diagnostic) -> String? {
        guard let changes = problem.fixIts.first?.changes else { return nil }
        var result = bytes
        for case .replace(let old, let new) in changes {
            result.replaceSubrange(
                old.position.utf8Offset..<old.endPosition.utf8Offset, with: new.description.utf8
            )
        }
        return String(decoding: result, as: UTF8.self)
    }
}
