import Foundation
import Nacre

// snippet: grdb records
@Entity
struct Team: Equatable {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Player.team) var players: ToMany<Player>
}

@Entity
struct Player: Equatable {
    @Attribute(.unique) var email: String
    @Attribute(.indexed) var name: String
    @Attribute(.indexed) var score: Int = 0
    var joined: Date?
    var tags: [String] = []
    @Relationship(.nullify) var team: Ref<Team>?
}
// end snippet

// snippet: grdb form
/// The input of a form, and the request for it.
struct PlayerForm {
    var prefix: String?
    var team: ObjectID<Team>?
    var isBestFirst = false

    var request: FetchRequest<Player> {
        var filter = Filter<Player>.all
        if let prefix { filter = filter && Filter { $0.name.hasPrefix(prefix) } }
        if let team { filter = filter && Filter { $0.team == Ref(id: team) } }
        var keys = [\Player.Fields.name.ascending]
        if isBestFirst { keys.insert(\.score.descending, at: 0) }
        return Player.where(filter).sorted(by: Sorting(keys))
    }
}
// end snippet

/// The stored types of the program's first version.
enum FirstSeason {
    @Entity
    struct Game {
        let id: Int
        var place: String
        var result: String
    }
}

// snippet: grdb schema
@Entity
struct Match {
    static let originalEntityNames = ["Game"]  // RENAME TO match
    let id: Int
    @Attribute(.originalName("place")) var stadium: String  // RENAME COLUMN
    var attendance: Int = 0  // ADD COLUMN
    var goals: [Int]
}

let matchPlan = SchemaPlan(
    SchemaStep(
        1, "a result is a list of goals",
        .add("goals", [Int].self, default: [], to: "Game"),
        .rewrite("Game") { old, new in
            let result: String = try old["result"] ?? ""
            new["goals"] = result.split(separator: ":").compactMap { Int($0) }
        },
        .remove("result", from: "Game")))
// end snippet

// snippet: grdb import
/// A row of the table `player`, as GRDB reads it.
struct PlayerRow: Decodable, Sendable {
    var id: UInt64
    var email: String
    var name: String
    var teamId: UInt64?

    var player: Player {
        var player = Player(email: email, name: name)
        player.id = ObjectID(rawValue: id)
        player.team = teamId.map { Ref(id: ObjectID(rawValue: $0)) }
        return player
    }
}

/// Adds rows in one commit. Returns the first rows that could not be added, with the reasons.
func add(_ rows: [PlayerRow], to store: Store) throws -> [InsertReport<Player>.Failure] {
    try store.performChanges(author: "import from GRDB") { changes in
        try changes.insert(contentsOf: rows.map(\.player), onError: .collect(upTo: 100))
    }.failures
}
// end snippet
