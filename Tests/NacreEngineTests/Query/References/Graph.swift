import NacreFormat
import NacreTestSupport

@testable import NacreEngine

/// People and cities that refer to one another, to nothing, and to deleted objects.
///
/// A person has a boss, who may be the person, and cities; a city has a mayor and a council. The
/// ids of people are of any type that ids may have.
enum Graph {
    static let peopleIDs: [StoredType] = [
        .scalar(.int64), .string, .scalar(.uuid), .scalar(.objectID), .scalar(.double), .data,
    ]

    /// The objects, by entity.
    typealias Objects = [String: [[String: Value]]]

    static func schema(_ entity: String, peopleID: StoredType) -> StoredSchema {
        let list: StoredType = peopleID.scalar.map { .array(of: $0) } ?? .json
        let attributes: [(String, StoredType, String?)] =
            entity == "Person"
            ? [
                ("id", peopleID, nil), ("name", .string, nil), ("age", .scalar(.int32), nil),
                ("boss", peopleID, "Person"), ("home.city", .scalar(.int64), "City"),
                ("cities", .array(of: .int64), "City"),
            ]
            : [
                ("id", .scalar(.int64), nil), ("name", .string, nil),
                ("population", .scalar(.int64), nil), ("mayor", peopleID, "Person"),
                ("council", list, "Person"),
            ]
        return StoredSchema(
            number: EntityNumber(entity == "Person" ? 1 : 2), name: entity,
            attributes: attributes.enumerated().map { place, item in
                AttributeSchema(
                    id: AttributeID(UInt32(place + 1)), name: item.0, type: item.1,
                    isNullable: item.0 != "id", reference: item.2)
            }, idOrdinal: 0)
    }

    /// Defines both entities.
    /// - Parameter indexes: The indexes, by entity.
    static func define(
        in changes: Changes, peopleID: StoredType, indexes: [String: [NamedIndex]] = [:]
    ) throws {
        for entity in ["Person", "City"] {
            try changes.define(
                entity, attributes: schema(entity, peopleID: peopleID).attributes, id: "id",
                indexes: indexes[entity, default: []])
        }
    }

    /// - Parameter number: One of few numbers, so that references meet objects.
    static func id(_ number: Int, _ type: StoredType) -> Value {
        switch type {
        case .string:
            .string(["Anne", "Z\u{fc}rich", "Zu\u{308}rich", "K\u{212a}", ""][number % 5])
        case .scalar(.uuid): .uuid(UUIDValue(high: 7, low: UInt64(number)))
        case .scalar(.objectID): .objectID(UInt64.max - UInt64(number))
        case .scalar(.double): .double([0, -1.5, 1e300, .infinity, 3][number % 5])
        case .data: .data([0, UInt8(number)])
        default: .int(Int64(number) - 2)
        }
    }

    // MARK: Objects

    private static func number(_ choices: inout Choices) throws(Rejection) -> Int {
        Int(try choices.draw(upTo: 4))
    }

    static func objects(_ peopleID: StoredType) -> Generator<Objects> {
        Generator { choices throws(Rejection) in
            var objects: Objects = [:]
            for entity in ["Person", "City"] {
                let schema = schema(entity, peopleID: peopleID)
                for _ in 0..<(try choices.draw(upTo: 6)) {
                    var values: [String: Value] = [:]
                    for attribute in schema.attributes {
                        values[attribute.name] = try value(of: attribute, peopleID, &choices)
                    }
                    objects[entity, default: []].append(values)
                }
            }
            return objects
        }
    }

    static func value(
        of attribute: AttributeSchema, _ peopleID: StoredType, _ choices: inout Choices
    ) throws(Rejection) -> Value {
        if attribute.isNullable, try choices.draw(upTo: 4) == 0 { return .null }
        if let entity = attribute.reference {
            let type: StoredType = entity == "Person" ? peopleID : .scalar(.int64)
            guard attribute.isListOfReferences else { return id(try number(&choices), type) }
            var list: [Value] = []
            for _ in 0..<(try choices.draw(upTo: 3)) { list.append(id(try number(&choices), type)) }
            if case .array = attribute.type { return .array(list) }
            return .json(json: .array(list.compactMap(\.jsonForm)))
        }
        switch attribute.name {
        case "id": return id(try number(&choices), attribute.type)
        case "name": return .string(["", "Anne", "e\u{301}", "\u{e9}", "Bo"][try number(&choices)])
        default: return .int(Int64(try number(&choices)))
        }
    }

    // MARK: Filters

    /// - Parameter closures: The entities of the objects of the surrounding braces, innermost last.
    static func filter(
        of entity: String, _ peopleID: StoredType, depth: Int = 4, hops: Int = 3,
        in closures: [String]? = nil
    ) -> Generator<FilterExpression> {
        let closures = closures ?? [entity]
        return Generator { choices throws(Rejection) in
            func part(
                _ entity: String, hops: Int, in closures: [String] = closures
            ) throws(Rejection) -> FilterExpression {
                try choices.draw(
                    filter(of: entity, peopleID, depth: depth - 1, hops: hops, in: closures))
            }
            func comparison() throws(Rejection) -> FilterExpression {
                try Graph.comparison(in: entity, peopleID, closures, &choices)
            }
            let others = closures.count - 1
            let kinds: UInt64 = hops > 0 ? 11 : 4
            let kind: UInt64 =
                depth == 0
                ? (others > 0 ? try choices.draw(.element(of: [0, 11])) : 0)
                : try choices.draw(upTo: others > 0 ? kinds + 4 : kinds)
            if depth > 0, kind > kinds {
                guard kind > kinds + 2 else { return try comparison() }
                let level = 1 + Int(try choices.draw(upTo: UInt64(others - 1)))
                return try part(closures[others - level], hops: hops).of(.levels(level))
            }
            switch kind {
            case 2: return .not(try part(entity, hops: hops))
            case 3: return .and([try part(entity, hops: hops), try part(entity, hops: hops)])
            case 4: return .or([try part(entity, hops: hops), try part(entity, hops: hops)])
            case 5, 6:
                let (name, target) =
                    entity == "City"
                    ? ("mayor", "Person")
                    : try choices.draw(.element(of: [("boss", "Person"), ("home.city", "City")]))
                return .reference(name, try part(target, hops: hops - 1))
            case 7, 8:
                let (name, target) = entity == "City" ? ("council", "Person") : ("cities", "City")
                return .members(
                    name, try quantifier(&choices),
                    try part(target, hops: hops - 1, in: closures + [target]))
            case 9:
                let (source, name) = try choices.draw(.element(of: referrers(to: entity)))
                let referrers = Referrers(source, by: name)
                if try choices.draw(Generator<Bool>.bool()) {
                    return .referrers(
                        referrers,
                        .count(try choices.draw(.anyCase()), Int64(try choices.draw(upTo: 3))))
                }
                let test = try part(source, hops: hops - 1, in: closures + [source])
                return .referrers(referrers, .objects(try quantifier(&choices), test))
            case 10, 11: return try comparison()
            default: return try test(of: entity, peopleID, &choices)
            }
        }
    }

    /// Makes a comparison of two attributes, mostly of two objects, one of which may be outside the
    /// braces.
    private static func comparison(
        in entity: String, _ peopleID: StoredType, _ closures: [String], _ choices: inout Choices
    ) throws(Rejection) -> FilterExpression {
        var candidates = paths(of: entity).map { ($0, Self.type(at: $0, from: entity, peopleID)) }
        for level in 1..<max(1, closures.count) {
            let entity = closures[closures.count - 1 - level]
            candidates += paths(of: entity).map {
                let path = AttributePath($0.attribute, through: $0.hops, of: .levels(level))
                return (path, Self.type(at: path, from: entity, peopleID))
            }
        }
        let (one, type) = try choices.draw(.element(of: candidates))
        let others = candidates.filter { $0.1 == type }
        let (other, _) = try choices.draw(.element(of: others))
        return .comparing(one, try choices.draw(.anyCase()), other)
    }

    /// Returns the type as which an attribute is compared.
    private static func type(
        at path: AttributePath, from entity: String, _ peopleID: StoredType
    ) -> StoredType? {
        var attributes = schema(entity, peopleID: peopleID).attributes
        for hop in path.hops {
            let target = attributes.first { $0.name == hop }?.reference ?? ""
            attributes = schema(target, peopleID: peopleID).attributes
        }
        let type = attributes.first { $0.name == path.attribute }?.type
        return type == .scalar(.int32) ? .scalar(.int64) : type
    }

    private static func quantifier(_ choices: inout Choices) throws(Rejection) -> Quantifier {
        switch try choices.draw(upTo: 2) {
        case 0: .any
        case 1: .all
        default: .count(try choices.draw(.anyCase()), Int64(try choices.draw(upTo: 3)))
        }
    }

    private static func referrers(to entity: String) -> [(String, String)] {
        entity == "City"
            ? [("Person", "home.city"), ("Person", "cities")]
            : [("City", "mayor"), ("City", "council"), ("Person", "boss")]
    }

    private static func test(
        of entity: String, _ peopleID: StoredType, _ choices: inout Choices
    ) throws(Rejection) -> FilterExpression {
        let attributes = schema(entity, peopleID: peopleID).attributes
        let attribute = try choices.draw(Generator<AttributeSchema>.element(of: attributes))
        let name = attribute.name
        let operand = try value(of: attribute, peopleID, &choices)
        switch try choices.draw(upTo: 4) {
        case 0: return .comparison(name, .equal, .null)
        case 1: return .comparison(name, .notEqual, operand)
        case 2:
            let other = try value(of: attribute, peopleID, &choices)
            return .membership(name, [operand, other])
        case 3 where attribute.isListOfReferences:
            let count = Value.int(Int64(try choices.draw(upTo: 3)))
            return .inner(
                name, .count, .comparison("$0", try choices.draw(.anyCase()), count))
        case 4 where attribute.type == .array(of: .int64):
            let element = Value.int(Int64(try number(&choices)))
            return .inner(name, .someElement, .comparison("$0", .equal, element))
        case 3 where !attribute.isListOfReferences && !operand.isNull:
            return .comparison(name, try choices.draw(.anyCase()), operand)
        case 4 where attribute.type == .string:
            return .text(name, TextCondition(try choices.draw(.anyCase()), "e"))
        default: return .comparison(name, .equal, operand)
        }
    }

    // MARK: Sorts

    static func paths(of entity: String) -> [AttributePath] {
        entity == "City"
            ? [
                "name", "population", "mayor", AttributePath("name", through: ["mayor"]),
                AttributePath("age", through: ["mayor"]), AttributePath("id", through: ["mayor"]),
                AttributePath("name", through: ["mayor", "boss"]),
                AttributePath("population", through: ["mayor", "home.city"]),
                AttributePath("age", through: ["mayor", "boss", "home.city", "mayor"]),
            ]
            : [
                "age", AttributePath("age", through: ["boss"]),
                AttributePath("name", through: ["boss", "boss", "boss"]),
                AttributePath("id", through: ["home.city"]),
            ]
    }

    static func sorts(of entity: String) -> Generator<[SortTerm]> {
        let sort = Generator<SortTerm> { choices throws(Rejection) in
            let path = try choices.draw(Generator<AttributePath>.element(of: paths(of: entity)))
            return SortTerm(
                path.attribute, through: path.hops, isAscending: try choices.draw(.bool()))
        }
        return .array(of: sort, count: 0...3)
    }

    // MARK: Values

    /// Makes sums, averages and extremes of the values that paths lead to.
    static func aggregates(of entity: String) -> Generator<[AggregateExpression]> {
        let aggregate = Generator<AggregateExpression> { choices throws(Rejection) in
            let paths = paths(of: entity)
            let path = try choices.draw(Generator<AttributePath>.element(of: paths))
            let isNumber = ["age", "population"].contains(path.attribute)
            switch try choices.draw(upTo: isNumber ? 4 : 2) {
            case 0: return .count
            case 1: return .min(path)
            case 2: return .max(path)
            case 3: return .sum(path)
            default: return .average(path)
            }
        }
        return .array(of: aggregate, count: 0...4)
    }

    /// Returns the type of the value at the end of a path.
    static func type(_ path: AttributePath, of entity: String, _ peopleID: StoredType) -> StoredType
    {
        var schema = schema(entity, peopleID: peopleID)
        for hop in path.hops {
            let target = schema.attributes.first { $0.name == hop }?.reference
            schema = self.schema(target ?? entity, peopleID: peopleID)
        }
        return schema.attributes.first { $0.name == path.attribute }?.type ?? .json
    }
}
