internal import NacreEngine
internal import NacreFormat

/// The path of an attribute with stages and the coding of the stages, without the type that they
/// lead to. Opaque; the attribute's field holds it.
public struct StagedCoding<Value: Sendable>: Sendable {
    let path: FieldPath
    /// The reason why the attribute cannot be used, or nil if it can.
    let problem: String?
    let decode: @Sendable (inout ObjectDecoder) throws -> Value
    private let encode: @Sendable (Value) throws -> NestedValue
    private let decodeNested: @Sendable (NestedValue) throws -> Value
    private let type: AttributeType
    /// The type that the stages lead to.
    private let stored: any AttributeValue.Type
    private let stages: [String]

    init<Stored>(_ path: FieldPath, _ codec: AttributeCodec<Value, Stored>) {
        self.init(
            path, problem: nil, decode: { try codec.decode(from: &$0) },
            encode: { try codec.transform($0).nested() },
            decodeNested: { try codec.reverse(Stored.decode(from: $0)) },
            type: Stored.attributeType, stored: Stored.self, stages: codec.stages)
    }

    private init(
        _ path: FieldPath, problem: String?,
        decode: @escaping @Sendable (inout ObjectDecoder) throws -> Value,
        encode: @escaping @Sendable (Value) throws -> NestedValue,
        decodeNested: @escaping @Sendable (NestedValue) throws -> Value, type: AttributeType,
        stored: any AttributeValue.Type, stages: [String]
    ) {
        self.path = path
        self.problem = problem
        self.decode = decode
        self.encode = encode
        self.decodeNested = decodeNested
        self.type = type
        self.stored = stored
        self.stages = stages
    }

    /// Returns the coding of the attribute in an object that a reference leads to.
    /// - Parameter problem: The reason why it cannot be used.
    func reached(problem: String?) -> StagedCoding {
        StagedCoding(
            path, problem: problem, decode: decode, encode: encode, decodeNested: decodeNested,
            type: type, stored: stored, stages: stages)
    }

    /// Returns the coding of the attribute in an object that a reference may lead to; nil if there
    /// is no object.
    func optionallyReached(problem: String?) -> StagedCoding<Value?> {
        StagedCoding<Value?>(
            path, problem: problem, decode: { [decode] in try decode(&$0) },
            encode: { [encode] in try $0.map(encode) ?? .null },
            decodeNested: { [decodeNested] in $0.isNull ? nil : try decodeNested($0) },
            type: .optional(type), stored: stored, stages: stages)
    }
}

extension StagedCoding {
    /// Returns the filter that matches values equal to a value, which requires equal values to be
    /// stored equally. A value that the stages refuse equals no stored one.
    func equality<Root>(to value: Value) -> Filter<Root> {
        if let equalityProblem { return Filter(.none, problem: equalityProblem) }
        guard let value = try? encode(value) else { return .nothing }
        return isSingle
            ? filter([value]) { .comparison($0, .equal, $1[0]) } : equality(to: value, as: stored)
    }

    /// Returns the filter that matches values equal to one of several values.
    func equality<Root>(toOneOf values: some Sequence<Value>) -> Filter<Root> {
        if let equalityProblem { return Filter(.none, problem: equalityProblem) }
        let values = values.compactMap { try? encode($0) }
        if isSingle { return filter(values) { .membership($0, $1) } }
        return values.reduce(.nothing) { $0 || equality(to: $1, as: stored) }
    }

    /// Whether a value is stored as one value, which filters and indexes compare as a whole.
    private var isSingle: Bool { stored is any SingleValue.Type }

    private func equality<Root, Stored: AttributeValue>(
        to value: NestedValue, as type: Stored.Type
    ) -> Filter<Root> {
        if value.isNull { return presence(.equal) }
        return FilterSubject(path, problem: nil).equality(to: { value }, as: type)
    }

    /// Returns a filter that requires values to be stored in their order.
    /// - Parameters:
    ///   - values: The values to compare with.
    ///   - make: Makes the filter from a name and the stored values.
    func order<Root>(
        _ values: [Value], _ make: (String, [StoredForm]) -> FilterExpression
    ) -> Filter<Root> {
        if let orderProblem { return Filter(.none, problem: orderProblem) }
        return filter({ try values.map(encode) }, make)
    }

    /// Returns a comparison with nil, which stages do not see.
    func presence<Root>(_ comparison: ComparisonOperator) -> Filter<Root> {
        if let problem { return Filter(.none, problem: problem) }
        return filter([]) { name, _ in .comparison(name, comparison, .null) }
    }

    private func filter<Root>(
        _ values: [NestedValue], _ make: (String, [StoredForm]) -> FilterExpression
    ) -> Filter<Root> {
        filter({ values }, make)
    }

    private func filter<Root>(
        _ values: () throws -> [NestedValue], _ make: (String, [StoredForm]) -> FilterExpression
    ) -> Filter<Root> {
        Filter(
            attribute: path, { try values().map { try $0.storedValue(as: type).value } }, make)
    }

    /// Returns the coding of single values, for values that are stored in their order.
    func single(of root: Any.Type) -> SingleCoding<Value> {
        SingleCoding(
            path, of: root, problem: orderProblem, decode: decodeNested
        ) { [encode, type] value in
            try encode(value).storedValue(as: type)
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
}
