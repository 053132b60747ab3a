internal import NacreEngine
internal import NacreFormat

/// The subject of the tests of an attribute with stages, and the coding of the stages, without the
/// type that they lead to. Opaque; the attribute's field holds it.
public struct StagedCoding<Value: Sendable>: Sendable {
    let path: FieldPath
    /// The stored value, or a part of it.
    let subject: FilterSubject
    /// The reason why the attribute cannot be used, or nil if it can.
    let problem: String?
    let decode: @Sendable (inout ObjectDecoder) throws -> Value
    private let encode: @Sendable (Value, StageContext) throws -> NestedValue
    /// Whether a stage takes a value from the store, so that only a store can encode values.
    private let isContextual: Bool
    private let decodeNested: @Sendable (NestedValue) throws -> Value
    private let type: AttributeType
    /// The type that the stages lead to.
    private let stored: any AttributeValue.Type
    private let stages: [String]

    init<Stored>(
        _ path: FieldPath, _ codec: AttributeCodec<Value, Stored>, problem: String? = nil
    ) {
        self.init(
            path, FilterSubject(path, problem: problem), problem: problem,
            decode: { try codec.decode(from: &$0) }, encode: { try codec.nested($0, in: $1) },
            isContextual: !codec.needs.isEmpty,
            decodeNested: { try codec.transformer.reverse(Stored.decode(from: $0)) },
            type: Stored.attributeType, stored: Stored.self, stages: codec.stages)
    }

    private init(
        _ path: FieldPath, _ subject: FilterSubject, problem: String?,
        decode: @escaping @Sendable (inout ObjectDecoder) throws -> Value,
        encode: @escaping @Sendable (Value, StageContext) throws -> NestedValue,
        isContextual: Bool,
        decodeNested: @escaping @Sendable (NestedValue) throws -> Value, type: AttributeType,
        stored: any AttributeValue.Type, stages: [String]
    ) {
        self.path = path
        self.subject = subject
        self.problem = problem
        self.decode = decode
        self.encode = encode
        self.isContextual = isContextual
        self.decodeNested = decodeNested
        self.type = type
        self.stored = stored
        self.stages = stages
    }

    /// Makes the coding of an element from that of a collection whose elements go through stages.
    init<Elements: ExpressibleByArrayLiteral, Stored>(
        ofElements elements: FilterSubject, _ path: FieldPath,
        _ codec: AttributeCodec<Elements, Stored>
    ) where Elements.ArrayLiteralElement == Value, Stored: ElementsValue {
        self.init(
            path, elements, problem: nil, decode: { _ in throw AttributeError.damaged },
            encode: { try codec.nested(Elements(arrayLiteral: $0), in: $1).elements()[0] },
            isContextual: !codec.needs.isEmpty,
            decodeNested: { _ in throw AttributeError.damaged },
            type: Stored.Element.attributeType, stored: Stored.Element.self, stages: codec.stages)
    }

    /// Returns the coding of the attribute in an object that a reference leads to, or in a struct.
    /// - Parameters:
    ///   - problem: The reason why it cannot be used.
    ///   - subject: The subject of the tests, unless it is the attribute itself.
    func reached(problem: String?, _ subject: FilterSubject? = nil) -> StagedCoding {
        let problem = problem ?? self.problem
        return StagedCoding(
            path, subject ?? FilterSubject(path, problem: problem), problem: problem,
            decode: decode, encode: encode, isContextual: isContextual,
            decodeNested: decodeNested, type: type, stored: stored, stages: stages)
    }

    /// Returns the coding of the attribute in an object that a reference may lead to, or in a
    /// struct that may be missing; nil if there is none.
    /// - Parameters: As of ``reached(problem:_:)``.
    func optionallyReached(
        problem: String?, _ subject: FilterSubject? = nil
    ) -> StagedCoding<Value?> {
        let problem = problem ?? self.problem
        return StagedCoding<Value?>(
            path, subject ?? FilterSubject(path, problem: problem), problem: problem,
            decode: { [decode] in try $0.skipsNull() ? nil : try decode(&$0) },
            encode: { [encode] value, context in
                try value.map { try encode($0, context) } ?? .null
            }, isContextual: isContextual,
            decodeNested: { [decodeNested] in $0.isNull ? nil : try decodeNested($0) },
            type: .optional(type), stored: stored, stages: stages)
    }
}

extension StagedCoding {
    /// Returns the filter that matches values equal to a value, which requires equal values to be
    /// stored equally. A value that the stages refuse equals no stored one.
    func equality<Root>(to value: Value) -> Filter<Root> {
        if let equalityProblem { return Filter(.none, problem: equalityProblem) }
        if isContextual { return deferred([value]) { $0.equality(to: value, in: $1) } }
        return equality(to: value, in: StageContext())
    }

    private func equality<Root>(to value: Value, in context: StageContext) -> Filter<Root> {
        guard let value = try? encode(value, context) else { return .nothing }
        return isSingle
            ? filter([value]) { .comparison($0, .equal, $1[0]) } : equality(to: value, as: stored)
    }

    /// Returns the filter that matches values equal to one of several values.
    func equality<Root>(toOneOf values: some Sequence<Value>) -> Filter<Root> {
        if let equalityProblem { return Filter(.none, problem: equalityProblem) }
        let values = Array(values)
        if isContextual { return deferred(values) { $0.equality(toOneOf: values, in: $1) } }
        return equality(toOneOf: values, in: StageContext())
    }

    private func equality<Root>(toOneOf values: [Value], in context: StageContext) -> Filter<Root> {
        let values = values.compactMap { try? encode($0, context) }
        if isSingle { return filter(values) { .membership($0, $1) } }
        return values.reduce(.nothing) { $0 || equality(to: $1, as: stored) }
    }

    /// Returns a filter that holds the values, and encodes them in the store that evaluates it.
    /// - Parameter make: Makes the filter from the coding of the attribute itself, without the
    ///   references that lead to it, and the values that stages take from the store.
    private func deferred<Root>(
        _ values: [Value], _ make: @escaping @Sendable (Self, StageContext) -> Filter<Never>
    ) -> Filter<Root> {
        filter([]) { name, _ in
            let path = FieldPath(name: name)
            let coding = StagedCoding(
                path, FilterSubject(path, problem: nil), problem: nil, decode: decode,
                encode: encode, isContextual: isContextual, decodeNested: decodeNested,
                type: type, stored: stored, stages: stages)
            return .deferred(
                DeferredTest(name, values) { context in
                    guard let context = context as? StageContext else { return .none }
                    return try make(coding, context).scoped.checked()
                })
        }
    }

    /// Whether a value is stored as one value, which filters and indexes compare as a whole.
    private var isSingle: Bool { stored is any SingleValue.Type }

    private func equality<Root, Stored: AttributeValue>(
        to value: NestedValue, as type: Stored.Type
    ) -> Filter<Root> {
        if value.isNull { return presence(.equal) }
        return subject.equality(to: { value }, as: type)
    }

    /// Returns a filter that requires values to be stored in their order.
    /// - Parameters:
    ///   - values: The values to compare with.
    ///   - make: Makes the filter from a name and the stored values.
    func order<Root>(
        _ values: [Value], _ make: (String, [StoredForm]) -> FilterExpression
    ) -> Filter<Root> {
        if let orderProblem { return Filter(.none, problem: orderProblem) }
        return filter({ try values.map { try encode($0, StageContext()) } }, make)
    }

    /// Returns a test of text, which requires parts of a value to be stored as parts of the text.
    func text<Root>(_ method: TextCondition.Method, _ part: Value) -> Filter<Root> {
        if let textProblem { return Filter(.none, problem: textProblem) }
        return filter({ [try encode(part, StageContext())] }) { name, values in
            guard case .string(let text) = values[0] else { return .none }
            return .text(name, TextCondition(method, text))
        }
    }

    /// Returns a comparison with nil, which stages do not see.
    func presence<Root>(_ comparison: ComparisonOperator) -> Filter<Root> {
        filter([]) { name, _ in .comparison(name, comparison, .null) }
    }

    private func filter<Root>(
        _ values: [NestedValue], _ make: (String, [StoredForm]) -> FilterExpression
    ) -> Filter<Root> {
        filter({ values }, make)
    }

    private func filter<Root>(
        _ values: () throws -> [NestedValue], _ make: (String, [StoredForm]) -> FilterExpression
    ) -> Filter<Root> {
        subject.filter(
            storing: { try values().map { try $0.storedValue(as: type).value } }, make)
    }

    /// Returns the stored form of a value to look up by; nil if no object has the value, because it
    /// is nil or the stages refuse it.
    /// - Parameter context: The values that stages take from the store.
    /// - Throws: `invalidValue` if equal values may be stored differently.
    func lookedUp(
        _ value: Value, in context: StageContext
    ) throws(StoreError) -> StoredValue? {
        if let equalityProblem { throw StoreError(.invalidValue, equalityProblem) }
        guard let value = try? encode(value, context), !value.isNull else { return nil }
        return try? value.storedValue(as: type)
    }

    /// Returns the coding of single values, for values that are stored in their order.
    func single(of root: Any.Type) -> SingleCoding<Value> {
        SingleCoding(
            path, of: root, problem: orderProblem, decode: decodeNested
        ) { [encode, type] value in
            try encode(value, StageContext()).storedValue(as: type)
        }
    }

    /// The reason why the values cannot be compared, or nil if they can.
    private var equalityProblem: String? {
        if let problem { return problem }
        return Pipeline.keepsEquality(stages)
            ? nil
            : "A stage of '\(path.name)' does not store equal values equally, so no filter can"
                + " compare it with a value. Declare it as .transformed(by: ...,"
                + " keepsEquality: false), and the compiler will refuse such filters."
    }

    /// The reason why the values have no order, or nil if they have one.
    var orderProblem: String? {
        if let problem { return problem }
        return Pipeline.keepsOrder(stages)
            ? nil
            : "A stage of '\(path.name)' does not promise to keep the order of values, so they"
                + " have no ranges and no sorts. If the stage keeps the order, make it as"
                + " Transformer(..., keepsOrder: true). If not, declare the attribute without"
                + " keepsOrder: true, and the compiler will refuse ranges and sorts."
    }

    /// The reason why parts of the text cannot be tested, or nil if they can.
    private var textProblem: String? {
        if let problem { return problem }
        return Pipeline.keepsText(stages)
            ? nil
            : "A stage of '\(path.name)' does not promise to store a part of a value as a part of"
                + " its text. If it does, make it as Transformer(..., keepsText: true). If not,"
                + " declare the attribute without keepsText: true, and the compiler will refuse"
                + " such tests."
    }
}

extension StagedCoding: AnyStagedCoding {
    func comparison(_ comparison: ComparisonOperator, _ value: Any) throws -> FilterExpression {
        let value = try typed(value)
        let filter: Filter<Never> =
            switch comparison {
            case .equal: equality(to: value)
            case .notEqual: !equality(to: value)
            default: order([value]) { .comparison($0, comparison, $1[0]) }
            }
        return try filter.scoped.checked()
    }

    func range(
        _ bounds: [Any], _ make: ([StoredForm]) -> FilterRange
    ) throws -> FilterExpression {
        let filter: Filter<Never> = order(try bounds.map(typed)) { .range($0, make($1)) }
        return try filter.scoped.checked()
    }

    func text(_ method: TextCondition.Method, _ part: Any) throws -> FilterExpression {
        let filter: Filter<Never> = text(method, try typed(part))
        return try filter.scoped.checked()
    }

    private func typed(_ value: Any) throws -> Value {
        guard let value = value as? Value else {
            throw AttributeError.mismatch(expected: "a value of type \(Value.self)")
        }
        return value
    }
}
