import NacreEngine
import NacreFormat
import NacreTestSupport

/// Random tests on the contents of values.
enum InnerGenerators {
    /// Collections of every sort as JSON, including strings with escapes and in other spellings.
    static let texts = [
        #"["a","b"]"#, #"["caf\#u{e9}","K",""]"#, #"["cafe\#u{301}"]"#, #"["\n\"\u0000",null]"#,
        "[1,2,3]", "[0.5,-0.0,1e+300]", #"["NaN","Infinity"]"#, "[18446744073709551615,-1]",
        "[true,false,null]", "[[1,2],[]]", #"{"a":"b","caf\#u{e9}":"K"}"#,
        #"{"a":1,"b":2.5,"c":null}"#, #"{"a":{"a":[1,2]},"b":["a"]}"#, #"{"\"":[],"a":[]}"#,
        #"["2024-05-17T12:30:00Z",0.5]"#, #"["6fa459ea-ee8a-3ca4-894e-db77e160355e"]"#,
        #"["12.5","1"]"#, #"[{"a":[]},{"a":["b"]}]"#,
    ]

    static func test(of attribute: AttributeSchema) -> Generator<FilterExpression> {
        let isJSON = attribute.type == .json
        return Generator { choices throws(Rejection) in
            if isJSON, try choices.draw(upTo: 8) == 0 {
                return try choices.draw(elements(of: attribute.name, depth: 2))
            }
            let inner = try choices.draw(.element(of: isJSON ? ofJSON : ofArrays))
            let test: FilterExpression
            switch (attribute.type, inner) {
            case (_, .count): test = try choices.draw(QueryGenerators.filter(on: [count], depth: 0))
            case (.array(let scalar), _):
                let element = element(of: .scalar(scalar))
                test = try choices.draw(QueryGenerators.filter(on: [element], depth: 1))
            default: test = try choices.draw(json(depth: 2, inside: inner))
            }
            return .inner(attribute.name, inner, test)
        }
    }

    /// Makes a test for each element. Keys and values are unordered, so they have no such test.
    private static func elements(of name: String, depth: Int) -> Generator<FilterExpression> {
        Generator<[FilterExpression]>.array(
            of: json(depth: depth - 1, inside: .someElement), count: 0...3
        )
        .map { .elements(name, $0) }
    }

    private static let count = element(of: .scalar(.int8))

    private static func element(of type: StoredType) -> AttributeSchema {
        AttributeSchema(id: AttributeID(1), name: "$0", type: type, isNullable: true)
    }

    private static let ofArrays: [InnerValue] = [.count, .someElement, .everyElement]
    private static let ofJSON: [InnerValue] =
        ofArrays + ["a", "b", "caf\u{e9}", "cafe\u{301}", "\""].map { .value(ofKey: $0) }
        + [.keys, .values]

    private static func isElement(_ inner: InnerValue) -> Bool {
        inner == .someElement || inner == .everyElement
    }

    /// Makes a filter of a value in JSON. If it is not an element, there must be exactly one test,
    /// and keys and values have no text.
    private static func json(depth: Int, inside inner: InnerValue) -> Generator<FilterExpression> {
        Generator { choices throws(Rejection) in
            let kind = try choices.draw(upTo: depth > 0 ? (isElement(inner) ? 9 : 5) : 3)
            switch kind {
            case 0 where inner != .keys && inner != .values:
                return .text("$0", try choices.draw(QueryGenerators.textTest))
            case 1:
                let list = Generator<[Value]>.array(of: literal, count: 0...3)
                return .membership("$0", try choices.draw(list))
            case 0, 2, 3:
                let value = try choices.draw(literal)
                let all = ComparisonOperator.allCases
                let operators = value.isNull ? all.filter { $0 == .equal || $0 == .notEqual } : all
                return .comparison("$0", try choices.draw(.element(of: operators)), value)
            case 4, 5:
                let inner = try choices.draw(.element(of: ofJSON))
                let test =
                    inner == .count
                    ? QueryGenerators.filter(on: [count], depth: 0)
                    : json(depth: depth - 1, inside: inner)
                return .inner("$0", inner, try choices.draw(test))
            case 6: return .not(try choices.draw(json(depth: depth - 1, inside: inner)))
            case 9: return try choices.draw(elements(of: "$0", depth: depth))
            default:
                let parts = Generator<[FilterExpression]>.array(
                    of: json(depth: depth - 1, inside: inner), count: 2...3)
                return kind == 7
                    ? .and(try choices.draw(parts)) : .or(try choices.draw(parts))
            }
        }
    }

    private static let uuid =
        UUIDValue("6fa459ea-ee8a-3ca4-894e-db77e160355e") ?? UUIDValue(high: 0, low: 0)

    private static let literal: Generator<Value> = .oneOf(
        QueryGenerators.text.map { .string($0) },
        .element(
            of: [
                .null, .bool(true), .int(0), .int(1), .int(2), .double(2.5), .double(0),
                .double(.nan), .double(.infinity), .double(1), .date(737_637_000), .date(0.5),
                .string("NaN"), .decimal(DecimalValue("12.5") ?? .zero),
                .uuid(
                    uuid),
            ]))
}

extension AttributeSchema {
    /// Whether values of this attribute can have elements.
    var hasInner: Bool {
        switch type {
        case .json, .array: true
        default: false
        }
    }
}
