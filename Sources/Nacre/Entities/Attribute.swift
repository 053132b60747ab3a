/// One attribute of an entity that conforms by hand, and what `@Entity` writes for each property.
public struct Attribute<Owner, Value>: Sendable {
    /// Without the value's type.
    public let erased: AnyAttribute
    let decode: @Sendable (inout RowDecoder) throws -> Value
    private let path: Path
    private let encode: @Sendable (Value, inout RowEncoder) throws -> Void

    /// Makes the key path to a property. That takes longer than all else about an attribute, and
    /// what `@Entity` writes needs it only for rules, and where somebody asks for the attribute by
    /// it.
    public typealias Path = @Sendable () -> any KeyPath<Owner, Value> & Sendable

    private init(
        _ name: String, _ path: @escaping Path, _ type: AttributeType,
        stages: [String], _ options: [AttributeOption<Value>],
        defaultValue: DefaultWriter?, derived: DerivedVersion? = nil,
        encode: @escaping @Sendable (Value, inout RowEncoder) throws -> Void,
        decode: @escaping @Sendable (inout RowDecoder) throws -> Value
    ) {
        // Most have none, and going through those of each type of value makes the run time know
        // more types. So does asking whether they are empty.
        let hasOptions = options.count > 0
        let traits = hasOptions ? AttributeTraits(options) : AttributeTraits()
        erased = AnyAttribute(
            name, { path() }, type, stages: stages, traits, defaultValue: defaultValue,
            derived: derived,
            check: hasOptions ? ruleCheck(path, named: traits.name ?? name, options) : nil)
        self.path = path
        self.encode = encode
        self.decode = decode
    }

    /// Writes the attribute of an owner.
    func encoder() -> @Sendable (Owner, inout RowEncoder) throws -> Void {
        let (path, encode) = (path(), encode)
        return { owner, row in try encode(owner[keyPath: path], &row) }
    }
}

/// What the rules among the options of an attribute say of an owner; nil if there are none.
private func ruleCheck<Owner, Value>(
    _ path: Attribute<Owner, Value>.Path, named name: String, _ options: [AttributeOption<Value>]
) -> AnyAttribute.RuleCheck? {
    var rules: [ValidationRule<Value>] = []
    for place in 0..<options.count {
        if case .rule(let rule) = options[place].kind { rules.append(rule) }
    }
    if rules.isEmpty { return nil }
    let path = path()
    return { [rules] owner in
        guard let owner = owner as? Owner else { return [] }
        let value = owner[keyPath: path]
        return rules.compactMap { rule in
            rule.broken(value).map {
                BrokenRule(attribute: name, rule: $0, value: ValueText.of(value))
            }
        }
    }
}

extension Attribute where Value: AttributeValue {
    /// One that is computed.
    /// - Parameter version: of the code.
    init(
        _ name: String, _ path: @escaping Path, derivedBy version: Int,
        _ options: [AttributeOption<Value>]
    ) {
        self.init(
            name, path, Value.attributeType, stages: [], options, defaultValue: nil,
            derived: DerivedVersion(version), encode: { try $0.encode(into: &$1) },
            decode: { try Value.decode(from: &$0) })
    }

    /// - Parameters:
    ///   - name: of the property.
    ///   - path: to it.
    ///   - options: what is asked of it.
    public init(
        _ name: String, _ path: @autoclosure @escaping Path,
        _ options: AttributeOption<Value>...
    ) {
        self.init(
            name, path, Value.attributeType, stages: [], options, defaultValue: nil,
            encode: { try $0.encode(into: &$1) }, decode: { try Value.decode(from: &$0) })
    }

    /// - Parameters:
    ///   - name: of the property.
    ///   - path: to it.
    ///   - defaultValue: what objects hold that were stored before the property existed.
    ///   - options: what is asked of it.
    public init(
        _ name: String, _ path: @autoclosure @escaping Path, default defaultValue: Value,
        _ options: AttributeOption<Value>...
    ) {
        self.init(
            name, path, Value.attributeType, stages: [], options,
            defaultValue: { try defaultValue.encode(into: &$0) },
            encode: { try $0.encode(into: &$1) }, decode: { try Value.decode(from: &$0) })
    }
}

extension Attribute where Value: Sendable {
    /// An attribute with stages of its own, whose value may be of any type.
    /// - Parameters:
    ///   - name: of the property.
    ///   - path: to it.
    ///   - codec: the stages.
    ///   - options: what is asked of it.
    public init<Stored>(
        _ name: String, _ path: @autoclosure @escaping Path,
        codec: AttributeCodec<Value, Stored>, _ options: AttributeOption<Value>...
    ) {
        self.init(
            name, path, Stored.attributeType, stages: codec.stages, options, defaultValue: nil,
            encode: { try codec.encode($0, into: &$1) },
            decode: { try codec.decode(from: &$0) })
    }

    /// An attribute with stages of its own and a default.
    /// - Parameters:
    ///   - name: of the property.
    ///   - path: to it.
    ///   - codec: the stages.
    ///   - defaultValue: what objects hold that were stored before the property existed.
    ///   - options: what is asked of it.
    public init<Stored>(
        _ name: String, _ path: @autoclosure @escaping Path,
        codec: AttributeCodec<Value, Stored>, default defaultValue: Value,
        _ options: AttributeOption<Value>...
    ) {
        self.init(
            name, path, Stored.attributeType, stages: codec.stages, options,
            defaultValue: { try codec.encode(defaultValue, into: &$0) },
            encode: { try codec.encode($0, into: &$1) },
            decode: { try codec.decode(from: &$0) })
    }
}
