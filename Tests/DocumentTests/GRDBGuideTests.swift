import Foundation
import Nacre
import Synchronization
import Testing

/// Runs the code of the guide "Coming from GRDB".
@Suite struct GRDBGuideTests {
    private static let day = Date(timeIntervalSince1970: 1_700_000_000)

    /// Makes a store with two teams and three players, one of whom has no team.
    private func season() throws -> (Store, reds: Team, arthur: Player) {
        let store = try Store.inMemory(Team.self, Player.self)
        let (reds, arthur) = try store.performChanges { changes in
            let reds = try changes.insert(Team(name: "Reds"))
            try changes.insert(Team(name: "Blues"))
            let arthur = try changes.insert(
                Player(
                    email: "arthur@example.com", name: "Arthur", score: 100, joined: Self.day,
                    tags: ["captain", "keeper"], team: Ref(reds)))
            try changes.insert(
                Player(
                    email: "barbara@example.com", name: "Barbara", score: 200,
                    joined: Self.day + 86_400, tags: ["captain"], team: Ref(reds)))
            try changes.insert(Player(email: "craig@example.com", name: "Craig", score: 50))
            return (reds, arthur)
        }
        return (store, reds, arthur)
    }

    @Test func `a change has an author, and replaces by a unique value`() async throws {
        let store = try Store.inMemory(Team.self, Player.self)
        try writeInSync(store)
        #expect(try store.fetch(\.score, Player.all.sorted(\.name.ascending)) == [110, 50])
        var authors: [String] = []
        for try await commit in try store.commits(since: .beginning).endingAtNewest {
            authors.append(commit.author ?? "")
        }
        #expect(authors.suffix(2) == ["sign-up", "match 12"])
    }

    private func writeInSync(_ store: Store) throws {
        // snippet: grdb writing
        let arthur = try store.performChanges(author: "sign-up") { changes in
            let reds = try changes.insert(Team(name: "Reds"))
            return try changes.insert(
                Player(email: "arthur@example.com", name: "Arthur", score: 100, team: Ref(reds)))
        }
        try store.performChanges(author: "match 12") { changes in
            try changes.update(arthur.id) { $0.score += 10 }
            let barbara = Player(email: "barbara@example.com", name: "Barbara", score: 50)
            try changes.upsert(barbara, on: \.email)
            try changes.delete(Player.where { $0.score < 0 })
        }
        // end snippet
    }

    @Test func `filters and orders of run time work as the guide shows`() async throws {
        let (store, reds, _) = try season()
        var form = PlayerForm(isBestFirst: true)
        #expect(try store.fetch(\.name, form.request) == ["Barbara", "Arthur", "Craig"])
        form.prefix = "A"
        form.team = reds.id
        #expect(try store.fetch(\.name, form.request) == ["Arthur"])

        let (filterText, orderText) = (#"score >= 100 && team.name == "Reds""#, "-score,name")
        // Long: other tests may keep the threads of all tasks busy for minutes.
        let patience = Duration.seconds(3600)
        // snippet: grdb parsed
        let filter = try Filter<Player>(
            parsing: filterText, allowing: [\.name, \.score, \.team.name])
        let order = try Sorting<Player>(parsing: orderText, allowing: [\.name, \.score])
        let request = Player.where(filter).sorted(by: order).limit(50)
        let answer = try await store.read(deadline: .now + patience, processors: 1) {
            try $0.fetch(request)
        }
        // end snippet
        #expect(answer.map(\.name) == ["Barbara", "Arthur"])
        #expect(try store.count(Player.where(Filter(parsing: filterText))) == 2)
        let refused = #expect(throws: StoreError.self) {
            try Filter<Player>(parsing: #"email == "x""#, allowing: [\.name])
        }
        #expect(refused?.code == .invalidValue)
    }

    @Test func `pages continue from a text`() throws {
        let (store, _, _) = try season()
        // snippet: grdb pages
        let list = Player.all.sorted(\.score.descending, \.name.ascending).limit(2)
        let first = try store.page(list)
        let link = first.cursor?.description  // goes to a client and comes back
        let cursor = try link.map { try Cursor<Player>(parsing: $0) }
        let second = try store.page(list.after(cursor))
        // end snippet
        #expect(first.map(\.name) == ["Barbara", "Arthur"])
        #expect(second.map(\.name) == ["Craig"] && second.cursor == nil)
    }

    @Test func `associations work as the guide shows`() throws {
        let (store, reds, _) = try season()
        // snippet: grdb associations
        // Player.including(required: Player.team.filter { $0.name == "Reds" })
        let players = try store.fetch(Player.where { $0.team.name == "Reds" }, including: \.team)
        for player in players { print(player.name, players[player.team]?.name ?? "-") }

        // Team.having(Team.players.isEmpty == false).including(all: Team.players)
        let teams = try store.fetch(Team.where { !$0.players.isEmpty }, including: \.players)
        for team in teams { print(team.name, teams[team.players].map(\.name)) }

        // reds.request(for: Team.players).filter { $0.score > 150 }
        let strong = try store.fetch(reds.players.request.where { $0.score > 150 })
        // end snippet
        #expect(players.map { players[$0.team]?.name } == ["Reds", "Reds"])
        #expect(teams.map { teams[$0.players].count } == [2])
        #expect(teams.items == [reds] && strong.map(\.name) == ["Barbara"])
    }

    @Test func `groups work as the guide shows`() throws {
        let (store, reds, _) = try season()
        // snippet: grdb groups
        // Team.annotated(with: Team.players.max(\.score), Team.players.count), the 10 best
        let best = try store.fetch(
            Team.all, with: \.players, .max(\.score).descending, .count, limit: 10)
        for (team, (score, count)) in best { print(team.name, score ?? 0, count) }

        // GROUP BY team.name HAVING SUM(score) >= 100
        let strong = try store.group(Player.all, by: \.team.name, .sum(\.score)) { $1 >= 100 }

        // The most frequent elements of a list; the days of a time zone
        let tags = try store.group(Player.all, by: \.tags.elements, .count.descending, limit: 10)
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = TimeZone(identifier: "Europe/Paris") ?? .gmt
        let days = try store.group(
            Player.all, by: \.joined[.day, in: calendar], .count, .average(\.score))
        // end snippet
        #expect(best.first?.object == reds && best.first?.values.0 == 200)
        #expect(strong.map(\.key) == ["Reds"])
        #expect(days.count == 3 && days[0].key == nil)
        #expect(tags.map(\.key) == ["captain", "keeper"] && tags.map(\.values) == [2, 1])
    }

    /// The texts that observers show.
    private final class Shown: Sendable {
        private let texts = Mutex<Set<String>>([])
        func show(_ text: String) { _ = texts.withLock { $0.insert(text) } }

        /// Waits until a text was shown.
        func wait(for expected: String) async throws -> Bool {
            for _ in 0..<2000 where !texts.withLock({ $0.contains(expected) }) {
                try await Task.sleep(for: .milliseconds(5))
            }
            return texts.withLock { $0.contains(expected) }
        }
    }

    @Test func `a request and commits are observed`() async throws {
        let (store, _, arthur) = try season()
        let shown = Shown()
        let list = Task {
            // snippet: grdb values
            let best = Player.where { $0.score >= 100 }.sorted(\.score.descending)
            for try await players in store.values(of: best) {
                shown.show(players.map(\.name).joined(separator: ", "))
            }
            // end snippet
        }
        let commits = store.commits
        let totals = Task {
            // snippet: grdb commits
            for try await commit in commits {
                guard try commit.touches(Player.self) else { continue }
                let snapshot = try store.snapshot()
                let count = try snapshot.count(Player.all)
                let total = try snapshot.sum(\.score, Player.all)
                shown.show("\(commit.author ?? "-"): \(count) players, \(total) points")
            }
            // end snippet
        }
        #expect(try await shown.wait(for: "Barbara, Arthur"))
        try await store.performChanges(author: "match 13") { changes in
            try changes.update(arthur.id) { $0.score = 300 }
        }
        #expect(try await shown.wait(for: "Arthur, Barbara"))
        #expect(try await shown.wait(for: "match 13: 3 players, 550 points"))
        try store.close()
        try await list.value
        try await totals.value
    }

    @Test func `a store of the first season opens with a plan`() throws {
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let first = try Store(at: path, FirstSeason.Game.self)
        try first.performChanges {
            try $0.insert(FirstSeason.Game(id: 1, place: "Lyon", result: "3:1"))
        }
        try first.close()
        let store = try Store(at: path, Schema(Match.self, plan: matchPlan))
        let match = try #require(try store.find(Match.self, 1))
        #expect(match.stadium == "Lyon" && match.attendance == 0)
        #expect(match.goals == [3, 1])
        try store.close()
    }

    @Test func `one process writes, and others read`() throws {
        let path = Self.path()
        defer { try? FileManager.default.removeItem(atPath: path) }
        let writer = try Store(at: path, Team.self, Player.self)
        let error = #expect(throws: StoreError.self) {
            try Store(at: path, Team.self, Player.self)
        }
        #expect(error?.code == .locked)
        try writer.performChanges { _ = try $0.insert(Team(name: "Reds")) }
        let reader = try Store(at: path, options: .readOnly, Team.self, Player.self)
        let teams = try reader.fetch(Team.all)
        #expect(teams.map(\.name) == ["Reds"])
        try reader.close()
        try writer.close()
    }

    @Test func `rows are imported, and those that cannot be are told`() throws {
        let (store, _, arthur) = try season()
        var greens = Team(name: "Greens")
        greens.id = ObjectID(rawValue: 7)
        try store.performChanges { _ = try $0.insert(greens) }
        let rows = [
            PlayerRow(id: 1, email: "dora@example.com", name: "Dora", teamId: 7),
            PlayerRow(id: 2, email: "arthur@example.com", name: "Another Arthur"),
            PlayerRow(id: 3, email: "emil@example.com", name: "Emil"),
        ]
        let failures = try add(rows, to: store)
        #expect(failures.map(\.position) == [1])
        #expect(failures.map(\.error.code) == [.uniqueViolation])
        #expect(try store.fetch(\.name, greens.players.request) == ["Dora"])
        try store.performChanges(author: "import from GRDB") { changes in
            try changes.upsert(contentsOf: rows.map(\.player), on: \.email)
        }
        #expect(try store.count(Player.all) == 5)
        #expect(try store.find(Player.self, \.email, "arthur@example.com")?.id == arthur.id)
    }

    @Test func `nil and text are compared as the guide says`() throws {
        let (store, _, _) = try season()
        let day = Self.day
        // snippet: grdb nil
        // WHERE joined IS NOT ?, with the objects without a date
        let others = try store.count(Player.where { $0.joined != day })
        // WHERE joined <> ?
        let dated = try store.count(Player.where { $0.joined != nil && $0.joined != day })
        // end snippet
        #expect(others == 2 && dated == 1)
        let early = try store.count(Player.where { !($0.joined < day) })
        #expect(early == 3)
        #expect(try store.fetch(\.name, Player.all.sorted(\.joined.ascending)).first == "Craig")
        try store.performChanges { changes in
            try changes.insert(Player(email: "e", name: "E\u{301}mile"))
        }
        #expect(try store.count(Player.where { $0.name == "\u{c9}mile" }) == 1)
        #expect(try store.count(Player.where { $0.name == "arthur" }) == 0)
    }

    @Test func `a change reads the store around it`() throws {
        let (store, _, arthur) = try season()
        try store.performChanges { changes in
            try changes.delete(arthur)
            #expect(try changes.count(Player.all) == 2)
            #expect(try store.count(Player.all) == 3)
            let nested = #expect(throws: StoreError.self) {
                try store.performChanges { _ in }
            }
            #expect(nested?.code == .nestedChanges)
        }
    }

    private static func path() -> String {
        FileManager.default.temporaryDirectory.appending(path: "nacre-\(UUID()).nacre").path
    }
}
