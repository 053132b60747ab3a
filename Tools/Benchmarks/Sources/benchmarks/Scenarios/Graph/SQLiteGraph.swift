import Nacre

struct SQLiteGraph: GraphStore {
    let rows: SQLiteRows

    init(in directory: String) throws {
        rows = try SQLiteRows(in: directory)
        try rows.connection.execute("PRAGMA foreign_keys = ON")
    }

    static func create(in directory: String, _ people: some Sequence<Member>) throws {
        let rows = try SQLiteRows(in: directory)
        try rows.connection.execute(MemberSQL.schema)
        // References lead to people who come later.
        try rows.connection.execute("PRAGMA foreign_keys = OFF")
        let member = try rows.connection.statement(MemberSQL.insertMember)
        let friend = try rows.connection.statement(MemberSQL.insertFriend)
        try rows.connection.transaction {
            for person in people {
                var sink = SQLiteRowSink(member)
                sink.add(person.id)
                sink.add(person.name)
                sink.add(person.age)
                sink.add(person.boss?.id)
                sink.add(person.team)
                try member.run()
                for (place, other) in person.friends.enumerated() {
                    var sink = SQLiteRowSink(friend)
                    sink.add(person.id)
                    sink.add(place)
                    sink.add(other.id)
                    try friend.run()
                }
            }
        }
        try rows.connection.execute("ANALYZE")
        try rows.close()
    }

    func read<Result>(_ body: (any GraphReader) throws -> Result) throws -> Result {
        var result: Result?
        try rows.connection.transaction { result = try body(SQLiteGraphReader(rows: rows)) }
        guard let result else { throw RunFailure(what: "SQLite has not read.") }
        return result
    }

    func delete(_ ids: [Int]) throws {
        let statement = try rows.connection.statement(MemberSQL.delete)
        try rows.connection.transaction {
            for id in ids {
                statement.bind(Int64(id), at: 1)
                try statement.run()
            }
        }
    }

    func all() throws -> [Member] {
        let friends = Dictionary(
            grouping: try rows.rows(MemberSQL.allFriends) { ($0.integer(0), $0.integer(1)) }
        ) { $0.0 }
        return try rows.rows(MemberSQL.all) { row in
            Member(row, friends: friends[row.integer(0), default: []].map(\.1))
        }
    }
}

private struct SQLiteGraphReader: GraphReader {
    let rows: SQLiteRows

    func find(_ person: Ref<Member>) throws -> Member? {
        try rows.rows(MemberSQL.byID, person.id, value: member).first
    }

    func fans(of person: Ref<Member>) throws -> [Member] {
        try rows.rows(MemberSQL.fans, person.id, value: member)
    }

    func young(below age: Int, bossPrefix: String) throws -> [Member] {
        let statement = try rows.connection.statement(MemberSQL.young)
        var sink = SQLiteRowSink(statement)
        sink.add(age)
        sink.add(bossPrefix)
        sink.add(SQL.end(ofPrefix: bossPrefix))
        defer { statement.reset() }
        var members: [Member] = []
        while try statement.step() { members.append(try member(statement)) }
        return members
    }

    private func member(_ row: SQLiteStatement) throws -> Member {
        let friends = try rows.rows(MemberSQL.friends, row.integer(0)) { $0.integer(0) }
        return Member(row, friends: friends)
    }
}
