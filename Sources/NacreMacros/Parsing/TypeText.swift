internal import SwiftSyntax

/// The text of a property's type.
enum TypeText {
    /// Returns the text of a type.
    /// - Parameter owner: The name that replaces `Self`, because generated code has the type inside
    ///   another struct.
    static func of(_ type: some SyntaxProtocol, owner: String) -> String {
        var text = ""
        for token in type.trimmed.tokens(viewMode: .sourceAccurate) {
            let isSelf = token.tokenKind == .keyword(.Self)
            text +=
                isSelf
                ? token.with(\.tokenKind, .identifier(owner)).description : token.description
        }
        return text
    }

    /// Returns the type of a default value if its text shows it: a literal, or `Type(...)`.
    static func of(value: ExprSyntax, owner: String) -> String? {
        switch value.as(ExprSyntaxEnum.self) {
        case .integerLiteralExpr: "Int"
        case .floatLiteralExpr: "Double"
        case .stringLiteralExpr: "String"
        case .booleanLiteralExpr: "Bool"
        case .prefixOperatorExpr(let negated) where negated.operator.text == "-":
            isNumber(negated.expression) ? of(value: negated.expression, owner: owner) : nil
        case .functionCallExpr(let call) where isType(call.calledExpression):
            of(call.calledExpression, owner: owner)
        default: nil
        }
    }

    private static func isNumber(_ value: ExprSyntax) -> Bool {
        value.is(IntegerLiteralExprSyntax.self) || value.is(FloatLiteralExprSyntax.self)
    }

    /// Returns whether an expression names a type, judging by capital letters: `Money`, `Set<Int>`,
    /// `Outer.Inner`, `[Int]`.
    private static func isType(_ expression: ExprSyntax) -> Bool {
        switch expression.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let name): isCapital(name.baseName.text)
        case .genericSpecializationExpr(let generic): isType(generic.expression)
        case .memberAccessExpr(let member):
            isCapital(member.declName.baseName.text) && member.base.map(isType) ?? false
        case .arrayExpr(let array):
            array.elements.count == 1 && array.elements.allSatisfy { isType($0.expression) }
        case .dictionaryExpr(let dictionary):
            if case .elements(let elements) = dictionary.content {
                elements.count == 1 && elements.allSatisfy { isType($0.key) && isType($0.value) }
            } else {
                false
            }
        default: false
        }
    }

    private static func isCapital(_ name: String) -> Bool {
        name.first { $0 != "`" && $0 != "_" }?.isUppercase ?? false
    }
}
