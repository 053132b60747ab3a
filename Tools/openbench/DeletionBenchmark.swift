internal import NacreEngine
internal import NacreFormat

/// The cost of delete rules: writing references with a rule, deleting objects that many refer to,
/// and a chain of cascades.
enum DeletionBenchmark {
    private static let people: Int64 = 10_000
    private static let cities: Int64 = 100_000

    private static func attribute(
        _ id: UInt32, _ name: String, _ rule: StoredDeleteRule = .noAction
    ) -> AttributeSchema {
        AttributeSchema(
            id: AttributeID(id), name: name, type: .scalar(.int64), isNullable: id > 1,
            reference: id > 1 ? "Person" : nil, deleteRule: rule)
    }

    private static func define(
        _ rule: StoredDeleteRule, isIndexed: Bool, in changes: Changes
    ) throws {
        try changes.define(
            "Person", attributes: [attribute(1, "id"), attribute(2, "boss", rule)], id: "id",
            indexes: isIndexed ? [["boss"]] : [])
        try changes.define(
            "City", attributes: [attribute(1, "id"), attribute(2, "mayor", rule)], id: "id",
            indexes: isIndexed ? [["mayor"]] : [])
    }

    /// - Parameter best: Returns the best time of several runs, in milliseconds.
    static func run(
        _ path: String, isIndexed: Bool, _ best: (() throws -> Void) throws -> Double
    ) throws {
        var number = 0
        func store(_ rule: StoredDeleteRule) throws -> Database {
            number += 1
            let store = try Database(at: "\(path)-\(number)", options: .creating)
            try store.performChanges { changes in
                try define(rule, isIndexed: isIndexed, in: changes)
                for id in 0..<people { try changes.insert([.int(id), .null], into: "Person") }
            }
            return store
        }
        for rule in [StoredDeleteRule.noAction, .nullify] {
            let store = try store(rule)
            var first: Int64 = 0
            let time = try best {
                try store.performChanges { changes in
                    for id in first..<first + cities {
                        try changes.insert([.int(id), .int(id % people)], into: "City")
                    }
                    first += cities
                }
            }
            print("\(time) ms: \(cities) references with the rule \(rule.rawValue) written")
            try store.close()
        }
        try deleteOne(try store(.nullify), best)
        try deleteChain(try store(.cascade), best)
    }

    private static func deleteOne(
        _ store: Database, _ best: (() throws -> Void) throws -> Double
    ) throws {
        try store.performChanges { changes in
            for id in 0..<cities {
                try changes.insert([.int(id), .int(id % people)], into: "City")
            }
        }
        var id: Int64 = 0
        let time = try best {
            try store.performChanges { _ = try $0.delete(.int(id), from: "Person") }
            id += 1
        }
        print("\(time) ms: one person deleted, whom \(cities / people) of \(cities) refer to")
        try store.close()
    }

    private static func deleteChain(
        _ store: Database, _ best: (() throws -> Void) throws -> Double
    ) throws {
        var first = people
        let time = try best {
            try store.performChanges { changes in
                try changes.insert([.int(first), .null], into: "Person")
                for id in first + 1..<first + cities {
                    try changes.insert([.int(id), .int(id - 1)], into: "Person")
                }
                try changes.delete(.int(first), from: "Person")
            }
            first += cities
        }
        print("\(time) ms: a chain of \(cities) cascades written and deleted")
        try store.close()
    }
}
