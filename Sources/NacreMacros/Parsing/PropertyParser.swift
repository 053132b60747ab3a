internal import SwiftDiagnostics
internal import SwiftSyntax

/// A parser that turns the variables of a struct into its properties, or reports their problems.
struct PropertyParser {
    private(set) var properties: [PropertyDeclaration] = []
    private(set) var derived: [PropertyDeclaration] = []
    private(set) var inverses: [InverseDeclaration] = []
    private(set) var problems: [Diagnostic] = []
    private let kind: StructParser.Kind
    private let owner: String

    /// Makes a parser without properties.
    /// - Parameter owner: The name of the struct.
    init(_ kind: StructParser.Kind, owner: String) {
        self.kind = kind
        self.owner = owner
    }

    /// The attributes of a variable that are macros of the library, and one that may add storage.
    private struct Notes {
        var attributes: [AttributeSyntax] = []
        var relationship: AttributeSyntax?
        var transient: AttributeSyntax?
        var derived: AttributeSyntax?
        var unknown: AttributeSyntax?
    }

    mutating func add(_ variable: VariableDeclSyntax) {
        let notes = notes(of: variable)
        for binding in variable.bindings {
            guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self) else {
                if !variable.isOfType { problems.append(Problem.pattern(binding.pattern)) }
                continue
            }
            let name = pattern.identifier.trimmed.text
            if let mark = notes.derived {
                addDerived(mark, pattern, variable, binding, notes)
            } else if variable.isOfType || binding.isComputed {
                let others = [notes.relationship, notes.transient].compactMap { $0 }
                for attribute in notes.attributes + others {
                    problems.append(Problem.notStored(attribute, name))
                }
                if !variable.isOfType { checkID(name, binding) }
            } else if notes.transient != nil {
                checkTransient(variable, binding, name, notes)
            } else {
                add(pattern, variable, binding, notes)
            }
        }
    }

    /// Marks a property as unique.
    /// - Parameters:
    ///   - name: The name as the source has it.
    ///   - conflict: The argument `conflict` of `#Unique`.
    /// - Returns: False if there is no such property.
    mutating func markUnique(_ name: String, conflict: String?) -> Bool {
        Self.markUnique(name, conflict, in: &properties)
            || Self.markUnique(name, conflict, in: &derived)
    }

    private static func markUnique(
        _ name: String, _ conflict: String?, in properties: inout [PropertyDeclaration]
    ) -> Bool {
        guard let place = properties.firstIndex(where: { $0.name == name }) else { return false }
        properties[place].marks.isUnique = true
        properties[place].marks.conflict = conflict ?? properties[place].marks.conflict
        return true
    }

    private func notes(of variable: VariableDeclSyntax) -> Notes {
        var notes = Notes()
        for case .attribute(let attribute) in variable.attributes {
            switch attribute.lastName {
            case "Attribute": notes.attributes.append(attribute)
            case "Relationship": notes.relationship = attribute
            case "Transient": notes.transient = attribute
            case "Derived": notes.derived = attribute
            case "MainActor": break
            default: if attribute.mayHaveStorage { notes.unknown = attribute }
            }
        }
        return notes
    }

    private mutating func add(
        _ pattern: IdentifierPatternSyntax, _ variable: VariableDeclSyntax,
        _ binding: PatternBindingSyntax, _ notes: Notes
    ) {
        let name = pattern.identifier.trimmed.text
        if let modifier = variable.modifiers.first(where: { $0.name.text == "lazy" }) {
            problems.append(Problem.lazy(modifier, name))
            return
        }
        if let wrapper = notes.unknown {
            problems.append(Problem.wrapper(wrapper, name))
            return
        }
        if let relationship = notes.relationship {
            if kind == .embedded {
                problems.append(Problem.embeddedMark(relationship, name))
                return
            }
            if let inverse = InverseParser.inverse(of: relationship) {
                addInverse(pattern, variable, binding, inverse, notes)
                return
            }
        }
        let isConstant = variable.bindingSpecifier.tokenKind == .keyword(.let)
        if isConstant, binding.initializer != nil {
            problems.append(Problem.constantWithValue(variable, name))
            return
        }
        if ["`Type`", "`Protocol`", "`self`", "`init`"].contains(name) {
            problems.append(Problem.name(pattern.identifier))
            return
        }
        var marks = marks(notes.attributes, name)
        marks.deleteRule =
            notes.relationship?.labeledArguments.first?.expression.trimmedDescription
        if kind == .entity, marks.isOpaque, marks.isID || name.withoutBackticks == "id",
            let mark = notes.attributes.first
        {
            problems.append(Problem.opaqueID(mark, name))
            return
        }
        let value = binding.initializer?.value
        let annotated = binding.typeAnnotation?.type ?? variable.sharedType(of: binding)
        if let annotated, let problem = TypeCheck.problem(annotated, name, marks) {
            problems.append(problem)
            return
        }
        guard
            let type = annotated.map({ TypeText.of($0, owner: owner) })
                ?? value.flatMap({ TypeText.of(value: $0, owner: owner) })
        else {
            problems.append(Problem.missingType(binding, name))
            return
        }
        let property = PropertyDeclaration(
            name: name, type: type, defaultValue: value?.trimmedDescription,
            access: AccessLevel(variable.modifiers), marks: marks)
        if kind == .entity, property.isID, let other = properties.first(where: \.isID) {
            problems.append(Problem.secondID(pattern.identifier, other.plainName))
            return
        }
        properties.append(property)
    }

    private mutating func addDerived(
        _ mark: AttributeSyntax, _ pattern: IdentifierPatternSyntax,
        _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ notes: Notes
    ) {
        let name = pattern.identifier.trimmed.text
        for attribute in notes.attributes
            + [notes.relationship, notes.transient].compactMap({ $0 })
        {
            problems.append(Problem.attributeAndDerived(attribute, name))
        }
        checkID(name, binding)
        guard kind == .entity else {
            problems.append(Problem.embeddedMark(mark, name))
            return
        }
        guard !variable.isOfType, binding.isComputed, let type = binding.typeAnnotation?.type else {
            problems.append(Problem.derivedNotComputed(mark, name))
            return
        }
        let marks = marks([mark], name)
        guard marks.stages == nil else {
            problems.append(Problem.derivedTransformed(mark, name))
            return
        }
        if let problem = TypeCheck.problem(type, name, marks) {
            problems.append(problem)
            return
        }
        var property = PropertyDeclaration(
            name: name, type: TypeText.of(type, owner: owner),
            access: AccessLevel(variable.modifiers), marks: marks)
        property.version =
            mark.labeledArguments.first { $0.label?.text == "version" }?
            .expression.trimmedDescription
        derived.append(property)
    }

    private mutating func addInverse(
        _ pattern: IdentifierPatternSyntax, _ variable: VariableDeclSyntax,
        _ binding: PatternBindingSyntax, _ inverse: ExprSyntax, _ notes: Notes
    ) {
        for attribute in notes.attributes {
            problems.append(Problem.notStored(attribute, pattern.identifier.trimmed.text))
        }
        switch InverseParser.parse(pattern, variable, binding, inverse, owner: owner) {
        case .success(let declaration): inverses.append(declaration)
        case .failure(let error): problems += error.diagnostics
        }
    }

    private mutating func checkTransient(
        _ variable: VariableDeclSyntax, _ binding: PatternBindingSyntax, _ name: String,
        _ notes: Notes
    ) {
        checkID(name, binding)
        for attribute in notes.attributes + [notes.relationship].compactMap({ $0 }) {
            problems.append(Problem.attributeAndTransient(attribute, name))
        }
        let isVariable = variable.bindingSpecifier.tokenKind == .keyword(.var)
        let isOptional = binding.typeAnnotation?.type.is(OptionalTypeSyntax.self) ?? false
        let hasDefault = binding.initializer != nil || isVariable && isOptional
        // A property wrapper may provide a default that is not visible here.
        if !hasDefault, notes.unknown == nil, !variable.has(.lazy) {
            problems.append(Problem.transientWithoutDefault(binding, name))
        }
    }

    private mutating func checkID(_ name: String, _ binding: PatternBindingSyntax) {
        guard kind == .entity, name.withoutBackticks == "id" else { return }
        problems.append(Problem.idNotStored(binding.pattern))
    }

    private mutating func marks(_ attributes: [AttributeSyntax], _ name: String)
        -> AttributeAnnotations
    {
        var marks = AttributeAnnotations()
        for argument in attributes.flatMap(\.labeledArguments) where argument.label == nil {
            let call = argument.expression.as(FunctionCallExprSyntax.self)
            let mark = (call?.calledExpression ?? argument.expression)
                .as(MemberAccessExprSyntax.self)?.declName.baseName.text
            if kind == .embedded, mark != "named", mark != "transformed" {
                problems.append(
                    Problem.embeddedMark(argument.expression, name, option: mark))
                continue
            }
            // The compiler has already checked the arguments against the declared marks.
            switch mark {
            case "id": marks.isID = true
            case "unique":
                marks.isUnique = true
                marks.conflict = call?.arguments.first?.expression.trimmedDescription
            case "indexed": marks.isIndexed = true
            case "columnar": marks.isColumnar = true
            case "searchable":
                marks.isSearchable = true
                marks.searchWeight = call?.arguments.first?.expression.trimmedDescription
            case "unguarded": marks.isUnguarded = true
            case "named": marks.storedName = call?.arguments.first?.expression.trimmedDescription
            case "originalName": marks.originalNames = call?.arguments.trimmedDescription
            case "range", "length", "matching", "validated":
                let arguments = call?.arguments.trimmedDescription ?? ""
                let closure = call?.trailingClosure.map { " \($0.trimmedDescription)" } ?? ""
                marks.rules.append(".\(mark ?? "")(\(arguments))\(closure)")
            case "transformed":
                marks.setStages(call)
                problems += (call?.arguments.compactMap(\.unnamedStage) ?? [])
                    .map { Problem.unnamedStage($0, name) }
            default: break
            }
        }
        return marks
    }
}

extension LabeledExprSyntax {
    /// The expression, if it makes a stage in place and gives it no name.
    fileprivate var unnamedStage: ExprSyntax? {
        guard let call = expression.as(FunctionCallExprSyntax.self),
            let type = call.calledExpression.as(GenericSpecializationExprSyntax.self)?.expression
                .as(DeclReferenceExprSyntax.self)
                ?? call.calledExpression.as(DeclReferenceExprSyntax.self),
            type.baseName.text == "Transformer",
            call.arguments.first?.label != nil || call.arguments.isEmpty
        else { return nil }
        return expression
    }
}

extension AttributeAnnotations {
    /// Sets the stages.
    /// - Parameter call: The call of `.transformed`.
    fileprivate mutating func setStages(_ call: FunctionCallExprSyntax?) {
        let arguments = call?.arguments
        func expression(_ label: String) -> String? {
            arguments?.first { $0.label?.text == label }?.expression.trimmedDescription
        }
        isDeclaredOpaque = expression("keepsEquality").map { $0 != "true" } ?? false
        isText = expression("keepsText") == "true"
        let promises = ["keepsEquality", "keepsOrder", "keepsText"]
        let stages = arguments?.filter { !promises.contains($0.label?.text ?? "") } ?? []
        isElementwise = stages.first?.label?.text == "elementsBy"
        if stages.first?.label == nil, let call {
            isOrdered = expression("keepsOrder") == "true"
            self.stages = "by: \(Self.stage(of: call))"
            return
        }
        // The built-in `.uuidString` keeps the order; this need not be declared.
        stageExpressions = stages.map(\.expression.trimmedDescription)
        let isOrderedText = stageExpressions == [".uuidString"]
        isOrdered = expression("keepsOrder").map { $0 == "true" } ?? isOrderedText
        self.stages =
            stages.map { $0.with(\.trailingComma, nil).trimmedDescription }
            .joined(separator: ", ")
    }

    /// Returns the stage that a call with two closures makes.
    private static func stage(of call: FunctionCallExprSyntax) -> String {
        var arguments = call.arguments.map { argument in
            argument.label?.text == "by"
                ? "transform: \(argument.expression.trimmedDescription)"
                : argument.with(\.trailingComma, nil).trimmedDescription
        }
        // The initialiser has the closures last.
        let closures = ["transform:", "reverse:"]
        let isClosure = { (argument: String) in closures.contains { argument.hasPrefix($0) } }
        arguments = arguments.filter { !isClosure($0) } + arguments.filter(isClosure)
        if let closure = call.trailingClosure {
            arguments.append("reverse: \(closure.trimmedDescription)")
        }
        return "Nacre.Transformer(\(arguments.joined(separator: ", ")))"
    }
}
