import GRDB
import Nacre

struct GRDBGraph: GraphStore {
    let rows: GRDBRows

    static func create(in directory: String, _ people: some Sequence<Member>) throws {
        let rows = try GRDBRows(in: directory)
        try rows.execute(MemberSQL.schema)
        // References lead to people who come later: they are checked at the end.
        try rows.pool.write { database in
            try database.execute(sql: "PRAGMA defer_foreign_keys = ON")
            let member = try database.cachedStatement(sql: MemberSQL.insertMember)
            let friend = try database.cachedStatement(sql: MemberSQL.insertFriend)
            for person in people {
                member.setUncheckedArguments([
                    person.id, person.name, person.age, person.boss?.id, person.team,
                ])
                try member.execute()
                for (place, other) in person.friends.enumerated() {
                    friend.setUncheckedArguments([person.id, place, other.id])
                    try friend.execute()
                }
            }
        }
        try rows.execute("ANALYZE")
        try rows.close()
    }

    func read<Result>(_ body: (any GraphReader) throws -> Result) throws -> Result {
        try rows.pool.read { try body(GRDBGraphReader(database: $0)) }
    }

    func delete(_ ids: [Int]) throws {
        try rows.pool.write { database in
            let statement = try database.cachedStatement(sql: MemberSQL.delete)
            for id in ids {
                statement.setUncheckedArguments([id])
                try statement.execute()
            }
        }
    }

    func all() throws -> [Member] {
        try rows.pool.read { database in
            let pairs: [(Int, Int)] = try GRDBRows.rows(database, MemberSQL.allFriends) {
                ($0[0], $0[1])
            }
            let friends = Dictionary(grouping: pairs) { $0.0 }
            return try GRDBRows.rows(database, MemberSQL.all) { row in
                Member(row, friends: friends[row[0], default: []].map(\.1))
            }
        }
    }
}

private struct GRDBGraphReader: GraphReader {
    let database: Database

    func find(_ person: Ref<Member>) throws -> Member? {
        try members(MemberSQL.byID, [person.id]).first
    }

    func fans(of person: Ref<Member>) throws -> [Member] {
        try members(MemberSQL.fans, [person.id])
    }

    func young(below age: Int, bossPrefix: String) throws -> [Member] {
        try members(MemberSQL.young, [age, bossPrefix, SQL.end(ofPrefix: bossPrefix)])
    }

    private func members(_ sql: String, _ arguments: StatementArguments) throws -> [Member] {
        let friends = try database.cachedStatement(sql: MemberSQL.friends)
        return try GRDBRows.rows(database, sql, arguments) { row in
            friends.setUncheckedArguments([row[0] as Int])
            return Member(row, friends: try Int.fetchAll(friends))
        }
    }
}
