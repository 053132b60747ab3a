import NacreFormat
import NacreTestSupport

@testable import NacreEngine

/// Data with indexes, and a query.
struct PlannedCase: Sendable, CustomStringConvertible {
    let indexes: [NamedIndex]
    let unique: String?
    let columnar: Set<String>
    let objects: [[String: Value]]
    /// The places of objects that are deleted again.
    let deleted: [Int]
    var query: Query
    let costs: QueryCosts

    var description: String {
        "\(indexes), unique \(unique ?? "-"), columns \(columnar), \(objects.count) objects,"
            + " \(query.filter) by \(query.sorts) \(query.limit ?? -1) + \(query.offset), \(costs)"
    }

    /// The attributes that have an order.
    static let orderable = QueryFixture.schema.attributes.filter {
        switch $0.type {
        case .json, .array: false
        default: true
        }
    }

    private static let cost = Generator<Double>.element(of: [0, 0.1, 1, 6, 1000])

    static let cases = Generator<PlannedCase> { choices throws(Rejection) in
        let attribute = Generator<AttributeSchema>.element(of: orderable)
        let used = try choices.draw(.array(of: attribute, count: 1...3))
        let names = used.map(\.name)
        var indexes: [NamedIndex] = []
        for name in names where try choices.draw(Generator<Bool>.bool()) {
            indexes.append(NamedIndex([name]))
        }
        if names.count > 1, names[0] != names[1], try choices.draw(Generator<Bool>.bool()) {
            indexes.append(NamedIndex([names[0], names[1]]))
        }
        if names.count > 1, names[0] != names[1], try choices.draw(upTo: 3) == 3 {
            indexes.append(.unique([names[1], names[0]]))
        }
        let sorting = Generator<SortTerm> { choices throws(Rejection) in
            SortTerm(
                try choices.draw(.element(of: names)), isAscending: try choices.draw(.bool()))
        }
        let hasUnique = try choices.draw(upTo: 3) == 3
        let query = Query(
            entity: "City", filter: try choices.draw(QueryGenerators.filter(on: used, depth: 2)),
            sorts: try choices.draw(.array(of: sorting, count: 0...2)),
            limit: try choices.draw(Generator<Int?>.element(of: [nil, nil, 0, 1, 3, 10, .max])),
            offset: try choices.draw(Generator<Int>.element(of: [0, 0, 0, 1, 5, 30, .max])))
        var costs = QueryCosts()
        costs.scanned = try choices.draw(cost)
        costs.fetched = try choices.draw(cost)
        costs.sorted = try choices.draw(cost)
        costs.marked = try choices.draw(cost)
        costs.columned = try choices.draw(cost)
        var columnar: Set<String> = []
        for attribute in used where try choices.draw(Generator<Bool>.bool()) {
            columnar.insert(attribute.name)
        }
        if try choices.draw(upTo: 2) == 0 { columnar = Set(orderable.map(\.name)) }
        return PlannedCase(
            indexes: Array(Set(indexes)).sorted { $0.description < $1.description },
            unique: hasUnique ? names[0] : nil, columnar: columnar,
            objects: try choices.draw(
                Generator<[[String: Value]]>.array(of: QueryGenerators.object, count: 0...40)),
            deleted: try choices.draw(
                Generator<[Int]>.array(of: .integer(in: 0...40), count: 0...4)),
            query: query, costs: costs)
    }

    func fill(_ changes: Changes) throws {
        let attributes = QueryFixture.schema.attributes.map { attribute in
            AttributeSchema(
                id: attribute.id, name: attribute.name, type: attribute.type,
                isNullable: attribute.isNullable,
                isUnique: attribute.name == unique && attribute.name != "id",
                isColumnar: columnar.contains(attribute.name))
        }
        try changes.define("City", attributes: attributes, id: "id", indexes: indexes)
        for object in objects {
            let values = attributes.map { object[$0.name] ?? .null }
            do {
                _ = try changes.comparingAtOnce { try changes.save(values, in: "City") }
            } catch let error as StoreError where error.code == .uniqueViolation {
                continue
            }
        }
    }
}
