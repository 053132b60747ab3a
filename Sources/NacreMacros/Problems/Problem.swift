internal import SwiftDiagnostics
internal import SwiftSyntax

/// A problem of a declaration that the macros cannot accept, with advice. Each kind has a function
/// that makes it.
struct Problem: DiagnosticMessage {
    let message: String
    let diagnosticID: MessageID
    var severity: DiagnosticSeverity { .error }

    /// Makes the diagnostic of a problem.
    /// - Parameters:
    ///   - kind: The identifier of the problem for tools.
    ///   - node: The place of the problem.
    static func diagnostic(
        _ kind: String, at node: some SyntaxProtocol, _ message: String, fixIts: [FixIt] = []
    ) -> Diagnostic {
        let problem = Problem(
            message: message, diagnosticID: MessageID(domain: "Nacre", id: kind))
        return Diagnostic(node: node, message: problem, fixIts: fixIts)
    }
}

/// The title of a fix-it.
struct Remedy: FixItMessage {
    let message: String
    let fixItID: MessageID

    /// Returns a fix-it with one replacement.
    static func replacing(
        _ old: some SyntaxProtocol, by new: some SyntaxProtocol, _ title: String
    ) -> FixIt {
        let remedy = Remedy(message: title, fixItID: MessageID(domain: "Nacre", id: title))
        return FixIt(
            message: remedy, changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
}
