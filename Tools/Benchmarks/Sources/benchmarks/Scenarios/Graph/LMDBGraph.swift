import Nacre

/// People with databases for three indexes that are kept by hand: ages, bosses and friends.
struct LMDBGraph: GraphStore {
    let rows: LMDBRows
    private let databases: LMDBGraphDatabases

    init(in directory: String) throws {
        rows = try LMDBRows(in: directory, records: ["member"], indexes: ["age", "boss", "friend"])
        databases = LMDBGraphDatabases(
            members: try rows.database("member"), ages: try rows.database("age"),
            bosses: try rows.database("boss"), friends: try rows.database("friend"))
    }

    static func create(in directory: String, _ people: some Sequence<Member>) throws {
        let store = try LMDBGraph(in: directory)
        let databases = store.databases
        try store.rows.environment.write { transaction in
            for person in people {
                let id = Int64(person.id)
                try transaction.put(person.record, for: id, in: databases.members)
                try transaction.put(id, for: Int64(person.age), in: databases.ages)
                if let boss = person.boss {
                    try transaction.put(id, for: Int64(boss.id), in: databases.bosses)
                }
                for friend in person.friends {
                    try transaction.put(id, for: Int64(friend.id), in: databases.friends)
                }
            }
        }
        try store.rows.close()
    }

    func read<Result>(_ body: (any GraphReader) throws -> Result) throws -> Result {
        try rows.environment.read {
            try body(LMDBGraphReader(transaction: $0, databases: databases))
        }
    }

    func delete(_ ids: [Int]) throws {
        try rows.environment.write { transaction in
            let reader = LMDBGraphReader(transaction: transaction, databases: databases)
            for id in ids {
                guard let person = try reader.find(Ref(id: id)) else { continue }
                try remove(person, transaction)
                try detach(person.id, reader, transaction)
            }
        }
    }

    /// Removes a person from all databases.
    private func remove(_ person: Member, _ transaction: LMDBTransaction) throws {
        let id = Int64(person.id)
        try transaction.remove(id, from: databases.members)
        try transaction.remove(id, of: Int64(person.age), from: databases.ages)
        if let boss = person.boss {
            try transaction.remove(id, of: Int64(boss.id), from: databases.bosses)
        }
        for friend in person.friends {
            try transaction.remove(id, of: Int64(friend.id), from: databases.friends)
        }
    }

    /// Removes the references to a deleted person.
    private func detach(
        _ id: Int, _ reader: LMDBGraphReader, _ transaction: LMDBTransaction
    ) throws {
        for other in try transaction.ids(of: Int64(id), in: databases.bosses) {
            guard var person = try reader.find(Ref(id: Int(other))) else { continue }
            person.boss = nil
            try transaction.put(person.record, for: other, in: databases.members)
            try transaction.remove(other, of: Int64(id), from: databases.bosses)
        }
        for other in try transaction.ids(of: Int64(id), in: databases.friends) {
            guard var person = try reader.find(Ref(id: Int(other))) else { continue }
            person.friends.removeAll { $0.id == id }
            try transaction.put(person.record, for: other, in: databases.members)
            try transaction.remove(other, of: Int64(id), from: databases.friends)
        }
    }

    func all() throws -> [Member] {
        try rows.environment.read { transaction in
            var people: [Member] = []
            try transaction.forEach(in: databases.members) { people.append(Member(record: $1)) }
            return people
        }
    }
}

/// The databases of the people and of their indexes.
struct LMDBGraphDatabases {
    let members: LMDBDatabase
    let ages: LMDBDatabase
    let bosses: LMDBDatabase
    let friends: LMDBDatabase
}

private struct LMDBGraphReader: GraphReader {
    let transaction: LMDBTransaction
    let databases: LMDBGraphDatabases

    func find(_ person: Ref<Member>) throws -> Member? {
        try transaction.withValue(of: Int64(person.id), in: databases.members) {
            Member(record: $0)
        }
    }

    func fans(of person: Ref<Member>) throws -> [Member] {
        try transaction.ids(of: Int64(person.id), in: databases.friends).compactMap {
            try find(Ref(id: Int($0)))
        }
    }

    func young(below age: Int, bossPrefix: String) throws -> [Member] {
        var people: [Member] = []
        for id in try transaction.ids(below: Int64(age), in: databases.ages) {
            // The boss is looked up before the person's other attributes are decoded.
            let boss = try transaction.withValue(of: id, in: databases.members) {
                $0.optionalInteger(Member.bossColumn)
            }
            guard let boss = boss ?? nil else { continue }
            let fits = try transaction.withValue(of: Int64(boss), in: databases.members) {
                $0.text(Member.nameColumn).utf8.starts(with: bossPrefix.utf8)
            }
            if fits == true, let person = try find(Ref(id: Int(id))) { people.append(person) }
        }
        return people.sorted { $0.id < $1.id }
    }
}

/// The record of a person: the friends' ids are its last columns.
extension Member {
    fileprivate static let nameColumn = 1
    fileprivate static let bossColumn = 3
    private static let countColumn = 5

    fileprivate var record: [UInt8] {
        var writer = RecordWriter(columnCount: Self.countColumn + 1 + friends.count)
        writer.add(id)
        writer.add(name)
        writer.add(age)
        writer.add(boss?.id)
        writer.add(team)
        writer.add(friends.count)
        for friend in friends { writer.add(friend.id) }
        return writer.bytes
    }

    fileprivate init(record: RawSpan) {
        let count = record.integer(Self.countColumn)
        self.init(
            id: record.integer(0), name: record.text(Self.nameColumn), age: record.integer(2),
            boss: record.optionalInteger(Self.bossColumn).map { Ref(id: $0) },
            friends: (0..<count).map { Ref(id: record.integer(Self.countColumn + 1 + $0)) },
            team: record.integer(4))
    }
}
