import NacreEngine
import NacreFormat
import NacreTestSupport

/// Random objects of the fixture's schema, and random filters on it. Both sometimes take their
/// values from the same small pools, so that equal values are common.
enum QueryGenerators {
    static let attributes = QueryFixture.schema.attributes

    static let object = Generator<[String: Value]> { choices throws(Rejection) in
        var values: [String: Value] = [:]
        for attribute in attributes {
            let isNull =
                attribute.isNullable ? try choices.draw(Generator<Bool>.bool()) : false
            values[attribute.name] = isNull ? .null : try choices.draw(value(attribute.type))
        }
        return values
    }

    static let filter = filter(on: attributes)

    static func filter(on attributes: [AttributeSchema], depth: Int = 3) -> Generator<
        FilterExpression
    > {
        Generator { choices throws(Rejection) in
            let kind = try choices.draw(upTo: depth > 0 ? 10 : 5)
            switch kind {
            case 6: return .not(try choices.draw(filter(on: attributes, depth: depth - 1)))
            case 7: return .and(try choices.draw(parts(attributes, depth: depth - 1)))
            case 8: return .or(try choices.draw(parts(attributes, depth: depth - 1)))
            case 9: return try choices.draw(Generator<Bool>.bool()) ? .all : .none
            case 10: return try choices.draw(crossing(attributes, on: attributes))
            default: return try test(on: attributes, &choices)
            }
        }
    }

    /// Makes a conjunction of a test of each of two or three attributes that an index may answer,
    /// and of one or two others, some of which match no object.
    /// - Parameter indexed: The indexed attributes, at least one.
    static func crossing(
        _ indexed: [AttributeSchema], on attributes: [AttributeSchema]
    ) -> Generator<FilterExpression> {
        Generator { choices throws(Rejection) in
            let test = Generator<FilterExpression>.oneOf(
                attributes.map { attribute in filter(on: [attribute], depth: 0) })
            var parts: [FilterExpression] = []
            for _ in 0...(try choices.draw(upTo: 1)) + 1 {
                let attribute = try choices.draw(Generator.element(of: indexed))
                // Often a test that many objects pass, so that the intersection of several indexes
                // is not empty.
                let isWide =
                    kindMax(attribute.type) > 1 ? try choices.draw(upTo: 3) > 0 : false
                parts.append(
                    try choices.draw(isWide ? half(attribute) : filter(on: [attribute], depth: 0)))
            }
            for _ in 0...(try choices.draw(upTo: 1)) {
                let isImpossible = try choices.draw(Generator<Bool>.bool())
                parts.append(try choices.draw(isImpossible ? impossible(on: attributes) : test))
            }
            let place = Int(try choices.draw(upTo: UInt64(parts.count - 1)))
            parts.swapAt(place, parts.count - 1)
            return .and(parts)
        }
    }

    /// Makes a test for values that are at most, or at least, some value.
    private static func half(_ attribute: AttributeSchema) -> Generator<FilterExpression> {
        Generator { choices throws(Rejection) in
            let isUpper = try choices.draw(Generator<Bool>.bool())
            return .comparison(
                attribute.name, isUpper ? .lessOrEqual : .greaterOrEqual,
                try choices.draw(value(attribute.type)))
        }
    }

    /// Makes a filter that matches no object, though only some such filters are recognizably empty.
    private static func impossible(on attributes: [AttributeSchema]) -> Generator<FilterExpression>
    {
        Generator { choices throws(Rejection) in
            let attribute = try choices.draw(Generator<AttributeSchema>.element(of: attributes))
            let name = attribute.name
            let nan = nan(of: attribute.type)
            switch try choices.draw(upTo: 4) {
            case 0: return .none
            case 1: return .membership(name, nan.map { [$0, $0] } ?? [])
            case 2:
                guard let nan else { return .membership(name, []) }
                let order = Generator<ComparisonOperator>.anyCase().filter { $0 != .notEqual }
                return .comparison(name, try choices.draw(order), nan)
            case 3 where kindMax(attribute.type) > 1:
                let bound = try choices.draw(value(attribute.type))
                return .range(name, .halfOpen(bound, nan ?? bound))
            case 4 where kindMax(attribute.type) > 1:
                let bound = try choices.draw(value(attribute.type))
                return .and([
                    .comparison(name, .less, bound), .comparison(name, .greaterOrEqual, bound),
                ])
            default:
                return .and([
                    .comparison(name, .equal, .null), .comparison(name, .notEqual, .null),
                ])
            }
        }
    }

    /// Returns the NaN of a type, or nil if it has none.
    private static func nan(of type: StoredType) -> Value? {
        switch type {
        case .scalar(.float): .float(.nan)
        case .scalar(.double): .double(.nan)
        case .scalar(.date): .date(.nan)
        default: nil
        }
    }

    private static func parts(
        _ attributes: [AttributeSchema], depth: Int
    ) -> Generator<[FilterExpression]> {
        .array(of: filter(on: attributes, depth: depth), count: 2...4)
    }

    private static func test(
        on attributes: [AttributeSchema], _ choices: inout Choices
    ) throws(Rejection) -> FilterExpression {
        let attribute = try choices.draw(Generator<AttributeSchema>.element(of: attributes))
        let isNull = try choices.draw(upTo: 7) == 1
        if isNull { return .comparison(attribute.name, try choices.draw(equality), .null) }
        if attribute.hasInner, try choices.draw(Generator<Bool>.bool()) {
            return try choices.draw(InnerGenerators.test(of: attribute))
        }
        let isValue = attribute.name == InnerValue.element
        if !isValue, attribute.pipeline.isEmpty, try choices.draw(upTo: 7) == 1 {
            return try pair(attribute, of: attributes, &choices)
        }
        let literal = value(attribute.type)
        switch try choices.draw(upTo: kindMax(attribute.type)) {
        case 0:
            return .comparison(
                attribute.name, try choices.draw(equality), try choices.draw(literal))
        case 1:
            let list = Generator<[Value]>.array(of: .oneOf(literal, .just(.null)), count: 0...4)
            return .membership(attribute.name, try choices.draw(list))
        case 2:
            return .comparison(
                attribute.name, try choices.draw(.anyCase()), try choices.draw(literal))
        case 3: return .range(attribute.name, try choices.draw(range(of: literal)))
        default: return .text(attribute.name, try choices.draw(textTest))
        }
    }

    /// Makes a comparison of an attribute with another one of its kind, or with itself if there is
    /// none.
    private static func pair(
        _ attribute: AttributeSchema, of attributes: [AttributeSchema], _ choices: inout Choices
    ) throws(Rejection) -> FilterExpression {
        let others = attributes.filter {
            kind($0.type) == kind(attribute.type) && $0.pipeline.isEmpty
        }
        let other = try choices.draw(Generator<AttributeSchema>.element(of: others))
        let comparisons = kindMax(attribute.type) == 1 ? equality : .anyCase()
        return .attributes(
            AttributePath(attribute.name), try choices.draw(comparisons),
            AttributePath(other.name))
    }

    /// Returns the literal type as which values of a type are compared.
    private static func kind(_ type: StoredType) -> String {
        switch type.name {
        case "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32": "integer"
        case "float", "double": "number"
        case let name: name
        }
    }

    /// Returns the maximum kind of test: arrays and JSON have no order, and only strings can be
    /// tested for substrings.
    private static func kindMax(_ type: StoredType) -> UInt64 {
        switch type {
        case .json, .array: 1
        case .string: 5
        default: 3
        }
    }

    private static let equality = Generator<ComparisonOperator>.element(of: [.equal, .notEqual])

    private static func range(of bound: Generator<Value>) -> Generator<FilterRange> {
        Generator { choices throws(Rejection) in
            let lower = try choices.draw(bound)
            switch try choices.draw(upTo: 4) {
            case 0: return .from(lower)
            case 1: return .through(lower)
            case 2: return .upTo(lower)
            case 3: return .halfOpen(lower, try choices.draw(bound))
            default: return .closed(lower, try choices.draw(bound))
            }
        }
    }

    private static let patterns = ["^a", "b$", "", "[a-c]+", "e|K", "^$", "(a)(b)?", "\\x{e9}"]

    static let textTest = Generator<TextCondition> { choices throws(Rejection) in
        if try choices.draw(upTo: 7) == 0 {
            return TextCondition(
                .matches, try choices.draw(.element(of: patterns)),
                try choices.draw(Generator<Bool>.bool()) ? .caseInsensitive : [])
        }
        return TextCondition(
            try choices.draw(.element(of: [.equals, .hasPrefix, .hasSuffix, .contains])),
            try choices.draw(text),
            TextCondition.Options(rawValue: UInt8(try choices.draw(upTo: 3))))
    }

    // Values

    /// Short texts of few letters, so that one is often part of another.
    static let text: Generator<String> = .oneOf(
        Generator<[String]>.array(
            of: .element(of: [
                "a", "A", "b", "e", "\u{301}", "\u{e9}", "\u{c9}", "\r", "\n", "\r\n",
            ]),
            count: 0...6
        ).map { $0.joined() },
        .element(of: [
            "", "K", "k", "\u{212a}", ";", "\u{37e}", "caf\u{e9}", "cafe\u{301}", "\u{df}", "SS",
            "\u{130}", "abcdefghijklmnop", "abcdefghijklmnoq",
        ]),
        .string(count: 0...6))

    private static let number: Generator<Double> = .oneOf(
        .element(of: [
            0, -0.0, 1, -1, 0.5, .nan, .infinity, -.infinity, .greatestFiniteMagnitude,
            .leastNonzeroMagnitude, -.leastNonzeroMagnitude, .leastNormalMagnitude.nextDown,
        ]), .double())

    private static let word = Generator<UInt64>.oneOf(.element(of: [0, 1, .max]), .integer())

    private static let decimal = Generator<Value> { choices throws(Rejection) in
        let mantissa = try choices.draw(
            Generator<UInt128>.oneOf(.element(of: [0, 1, 10, 125]), .integer()))
        let exponent = try choices.draw(
            Generator<Int>.oneOf(.element(of: [0, -1, 1]), .integer(in: -128...127)))
        let decimal = DecimalValue(
            mantissa: mantissa, exponent: exponent, isNegative: try choices.draw(.bool()))
        return .decimal(decimal ?? .zero)
    }

    static func value(_ type: StoredType) -> Generator<Value> {
        switch type {
        case .string: text.map { .string($0) }
        case .data: Generator<[UInt8]>.bytes(count: 0...3).map { .data($0) }
        case .json:
            .element(
                of: [
                    "{}", "[]", "[null]", "1", "1.0", #"{"a":[1,2.5,null],"b":"x"}"#, "\"\u{e9}\"",
                    "\"e\u{301}\"", "\"K\"", "\"\u{212a}\"",
                ].map { .json($0) } + InnerGenerators.texts.map { .json($0) })
        case .array(let element):
            Generator<[Value]>.array(of: scalar(element), count: 0...2).map { .array($0) }
        case .scalar(let type): scalar(type)
        }
    }

    private static func scalar(_ type: ScalarType) -> Generator<Value> {
        switch type {
        case .bool: Generator<Bool>.bool().map { .bool($0) }
        case .int8: integer(Int8.self)
        case .int16: integer(Int16.self)
        case .int32: integer(Int32.self)
        case .int64: integer(Int64.self)
        case .uint8: integer(UInt8.self)
        case .uint16: integer(UInt16.self)
        case .uint32: integer(UInt32.self)
        case .uint64: word.map { .uint($0) }
        case .objectID: word.map { .objectID($0) }
        case .float:
            Generator<Float>.oneOf(
                number.map { Float($0) }, .element(of: [.leastNonzeroMagnitude, -0.0, .nan]),
                .float()
            ).map { .float($0) }
        case .double: number.map { .double($0) }
        case .date:
            Generator<Double>.oneOf(number, .element(of: [86_400, 1e9])).map { .date($0) }
        case .uuid:
            word.map { .uuid(UUIDValue(high: $0 / 3, low: $0)) }
        case .decimal: decimal
        }
    }

    private static func integer<Integer: FixedWidthInteger & Sendable>(
        _ type: Integer.Type
    ) -> Generator<Value> {
        Generator<Integer>.oneOf(.element(of: [0, 1, .min, .max]), .integer()).map {
            .int(Int64($0))
        }
    }
}
