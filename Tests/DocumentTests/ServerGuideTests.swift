import Foundation
import Nacre
import Testing

/// Runs the code of the guide about servers.
@Suite struct ServerGuideTests {
    private func harbour(_ titles: String...) throws -> (Store, [Errand]) {
        let store = try Store.inMemory(Crew.self, Errand.self)
        let errands = try store.performChanges { changes in
            let crew = try changes.insert(Crew(name: "Harbour"))
            return try titles.map { title in
                try changes.insert(Errand(crew: Ref(crew), title: title))
            }
        }
        return (store, errands)
    }

    @Test func `JSON becomes an object and an object becomes JSON`() async throws {
        let path = FileManager.default.temporaryDirectory.path + "/server-\(UUID()).nacre"
        defer { try? FileManager.default.removeItem(atPath: path) }
        // snippet: server open
        var options = Store.Options()
        options.durability = .durable  // the default: an answered request survives a power cut
        let store = try Store(at: path, options: options, Crew.self, Errand.self)
        // end snippet
        let body = Data(#"{"title": "Paint the boat", "due": "2026-05-17T10:00:00Z"}"#.utf8)
        let user = "anne"
        let (decoder, encoder) = (JSONDecoder(), JSONEncoder())
        decoder.dateDecodingStrategy = .iso8601
        encoder.dateEncodingStrategy = .iso8601
        // snippet: server json
        let draft = try decoder.decode(ErrandDraft.self, from: body)
        let errand = try await store.performChanges(author: user) { changes in
            let crew = try changes.findOrInsert(Crew.self, \.name, "Harbour") {
                Crew(name: "Harbour")
            }
            return try changes.insert(
                Errand(
                    crew: Ref(crew), title: draft.title, due: draft.due,
                    labels: draft.labels ?? []))
        }
        let answer = try encoder.encode(errand)
        // end snippet
        #expect(try decoder.decode(Errand.self, from: answer) == errand)
        #expect(errand.revision == 1)
        let text = String(decoding: answer, as: UTF8.self)
        #expect(text.contains(#""crew":{"id":""#))
        #expect(!text.contains("errands"))
        for try await commit in try store.commits(since: .beginning).endingAtNewest
        where try commit.touches(Errand.self) {
            #expect(commit.author == user)
        }
        try store.close()
    }

    @Test func `ids, pages, filters and orders come from URLs`() async throws {
        let (store, errands) = try harbour("Paint the boat", "Buy rope", "Mend the sail")
        let errand = errands[0]
        let signer = try URLSigner(key: Array(0..<16))
        // snippet: server id
        let location = "/errands/\(try Ref(errand).urlText())"
        let reference = try Ref<Errand>(urlText: String(location.dropFirst(9)))
        let found = try store.find(reference)  // nil: answer with 404
        // end snippet
        #expect(found == errand)

        let crew = errand.crew
        let query = "filter=state%20%3D%3D%20%22open%22&sort=title&limit=2"
        // Long: other tests may keep the threads of all tasks busy for minutes.
        let patience = Duration.seconds(3600)
        // snippet: server page
        let request = try FetchRequest<Errand>(
            urlQuery: query, allowing: Errand.allowedFields, objectsMax: 100, signedBy: signer)
        let (page, token) = try await store.read(
            deadline: .now + patience, processors: 1
        ) { snapshot in
            (try snapshot.page(request.where { $0.crew == crew }), snapshot.token)
        }
        let next = try page.cursor.map { try request.after($0).urlQuery(signedBy: signer) }
        // end snippet
        #expect(page.map(\.title) == ["Buy rope", "Mend the sail"])
        #expect(try token == store.snapshot().token)
        let rest = try FetchRequest<Errand>(
            urlQuery: #require(next), allowing: Errand.allowedFields, signedBy: signer)
        #expect(try store.fetch(\.title, rest) == ["Paint the boat"])

        let (text, order) = (#"title.contains("boat")"#, "-due,title")
        // snippet: server filter
        var limits = FilterLimits()
        limits.testsMax = 16
        let filter = try Filter<Errand>(
            parsing: text, allowing: Errand.allowedFields, limits: limits)
        let sorting = try Sorting<Errand>(parsing: order, allowing: Errand.allowedFields)
        let matching = Errand.where(filter).sorted(by: sorting).limit(50)
        // end snippet
        #expect(try store.fetch(matching) == [errand])
        #expect(throws: StoreError.self) {
            try Filter<Errand>(parsing: "revision > 0", allowing: Errand.allowedFields)
        }
    }

    @Test func `a change of an object that others have changed is refused`() async throws {
        let (store, errands) = try harbour("Paint the boat")
        let id = errands[0].id
        let (user, seen) = ("anne", errands[0].revision)
        // snippet: server stale
        struct Stale: Error {}  // answer with 412

        @Sendable func finish(_ changes: WriteTransaction) throws -> Errand {
            try changes.update(id) { errand in
                guard errand.revision == seen else { throw Stale() }
                errand.state = .done
            }
        }
        let finished = try await store.performChanges(author: user, finish)
        // end snippet
        #expect(finished.state == .done)
        #expect(finished.revision == 2)
        await #expect(throws: Stale.self) { try await store.performChanges(finish) }
    }

    @Test func `a feed continues after the last event of a client`() async throws {
        let (store, errands) = try harbour("Paint the boat")
        let lastEventID: String? = try store.snapshot().token.description
        try await store.performChanges { changes in
            try changes.insert(Errand(crew: errands[0].crew, title: "Buy rope"))
        }
        var sent: [String] = []
        // snippet: server place
        let token = try lastEventID.flatMap { CommitToken($0) } ?? store.snapshot().token
        let commits = try store.commits(since: token)  // throws historyGone: answer with 410
        // end snippet
        try store.close()
        // snippet: server events
        for try await commit in commits {
            let titles = try commit.inserted(Errand.self).map(\.title)
            sent.append("id: \(commit.token)\ndata: \(titles.joined(separator: ", "))\n\n")
        }
        // end snippet
        #expect(sent.count == 1)
        #expect(sent[0].hasSuffix("data: Buy rope\n\n"))
    }
}
