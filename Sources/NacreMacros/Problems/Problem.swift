internal import SwiftDiagnostics
internal import SwiftSyntax

/// What a declaration has that the macros cannot take, and what to do about it. Each kind is made
/// by a function of its own.
struct Problem: DiagnosticMessage {
    let message: String
    let diagnosticID: MessageID
    var severity: DiagnosticSeverity { .error }

    /// - Parameters:
    ///   - kind: what tools know the problem by.
    ///   - node: where it is.
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

    /// One replacement.
    static func replacing(
        _ old: some SyntaxProtocol, by new: some SyntaxProtocol, _ title: String
    ) -> FixIt {
        let remedy = Remedy(message: title, fixItID: MessageID(domain: "Nacre", id: title))
        return FixIt(
            message: remedy, changes: [.replace(oldNode: Syntax(old), newNode: Syntax(new))])
    }
}
