internal import SwiftDiagnostics
internal import SwiftSyntax

/// The problems of an enum.
extension Problem {
    static func noPayload(_ keyword: some SyntaxProtocol) -> Diagnostic {
        diagnostic(
            "enum", at: keyword,
            "@Embedded takes enums whose cases carry values: give this one a raw value or make it"
                + " Codable, and conform it to Storable instead")
    }

    static func indirect(_ modifier: some SyntaxProtocol) -> Diagnostic {
        diagnostic(
            "indirect", at: modifier,
            "@Embedded cannot take an indirect enum: its attributes would have no end")
    }

    static func caseName(_ name: TokenSyntax) -> Diagnostic {
        diagnostic(
            "caseName", at: name,
            "no case of an @Embedded enum can be named \(name.trimmed): choose another name")
    }

    static func sameCase(_ name: TokenSyntax) -> Diagnostic {
        diagnostic(
            "sameCase", at: name,
            "'\(name.trimmed)' is the name of two cases: the store identifies a case by its name")
    }

    static func conditionalCase(_ node: some SyntaxProtocol) -> Diagnostic {
        diagnostic(
            "conditional", at: node,
            "@Embedded cannot take cases under #if: the stored form must not depend on how the"
                + " program was built")
    }
}
