import NacreFormat
import NacreSearch
import NacreTestSupport
import Testing

@testable import NacreEngine

/// Indexes of full texts that checkpoints name, whose runs are files.
@Suite struct SavedSearchTests {
    private func store(_ configure: (inout Database.Options) -> Void = { _ in }) throws -> TestStore
    {
        let store = try TestStore {
            $0.maintenance = .manual
            configure(&$0)
        }
        try store.database.performChanges { try SearchModel.define(in: $0) }
        return store
    }

    private func save(_ notes: [Int64: String], in store: TestStore, body: String? = nil) throws {
        try store.database.performChanges { changes in
            for (id, title) in notes {
                let note = SearchModel.Note(title: title, body: body, tags: [], rank: 0)
                _ = try changes.save(SearchModel.values(id, note), in: SearchModel.entity)
            }
        }
    }

    private func delete(_ id: Int64, from store: TestStore) throws {
        _ = try store.database.performChanges { try $0.delete(.int(id), from: SearchModel.entity) }
    }

    /// Saves 100 notes, builds their index, and writes a checkpoint.
    private func savedStore() throws -> TestStore {
        let store = try store()
        let notes = (0..<100 as Range<Int64>).map { ($0, "note n\($0) of \($0 % 7)x") }
        try save(Dictionary(uniqueKeysWithValues: notes), in: store)
        try store.database.buildSearches()
        try store.database.checkpoint()
        return store
    }

    private func reader(_ store: TestStore) throws -> SearchReader {
        let snapshot = try store.database.snapshot()
        return try SearchReader(
            "", of: try snapshot.definition(SearchModel.entity), in: snapshot.view)
    }

    private func runs(in store: TestStore) -> [String] {
        store.files.contents(of: TestStore.path).keys.filter { FileName.runNumber($0) != nil }
            .sorted()
    }

    private func ids(_ words: String, in store: TestStore) throws -> [Int64] {
        let filter = FilterExpression.search(SearchCondition(try SearchQuery(words)))
        var ids: [Int64] = []
        try store.database.snapshot().forEach(Query(entity: SearchModel.entity, filter: filter)) {
            if case .int(let id) = $0.id { ids.append(id) }
            return true
        }
        return ids.sorted()
    }

    /// Requires that the store has an index without reading all texts, and that it is the one that
    /// reading them makes.
    private func requireIndex(_ store: TestStore) throws {
        let reader = try reader(store)
        let state = try #require(try reader.kept(), "the index is made again")
        let whole = try SearchIndexing(reader.search, of: reader.definition, in: reader.source)
            .whole()
        #expect(try state.content() == whole.content())
    }

    @Test func `an index is there after closing, and after a kill with commits since`() throws {
        let store = try savedStore()
        #expect(runs(in: store) == ["00000001.run"])
        try store.reopen()
        try requireIndex(store)
        try save([7: "another", 200: "new note"], in: store)
        try delete(3, from: store)
        try store.reopenAfterKill()
        try requireIndex(store)
        #expect(try ids("n7 OR another OR n3", in: store) == [7])
        try store.checkIntegrity()
    }

    @Test func `a checkpoint adds one run for changes, and names the others again`() throws {
        let store = try savedStore()
        for id in 100..<110 as Range<Int64> {
            try save([id: "note n\(id)"], in: store)
            #expect(try ids("n\(id)", in: store) == [id])
        }
        try store.database.checkpoint()
        #expect(runs(in: store) == ["00000001.run", "00000002.run"])
        let first = store.files.contents(of: TestStore.path)["00000001.run"]
        try store.reopen()
        try requireIndex(store)
        #expect(store.files.contents(of: TestStore.path)["00000001.run"] == first)
        try store.checkIntegrity()
    }

    @Test func `runs that were merged are removed once a checkpoint names the merged one`() throws {
        let store = try savedStore()
        for id in 0..<300 as Range<Int64> {
            try save([id % 100: "again \(id)"], in: store)
            if id % 10 == 0 { try store.database.checkpoint() }
        }
        try store.database.buildSearches()
        try store.database.checkpoint()
        #expect(runs(in: store).count < 12)
        try store.reopen()
        try requireIndex(store)
        try store.checkIntegrity()
    }

    @Test func `former texts that are stored apart are taken back after a kill`() throws {
        let store = try store()
        let long = (0..<20_000).map { "w\($0 * 7919 % 100_003)" }.joined(separator: " ")
        try save([1: long, 2: "short"], in: store)
        try store.database.buildSearches()
        try store.database.checkpoint()
        try save([1: "other words"], in: store)
        try store.reopenAfterKill()
        try requireIndex(store)
        #expect(try ids("w7919", in: store).isEmpty)
    }

    @Test func `missing, other and damaged runs cost only time`() throws {
        let store = try savedStore()
        try save([7: "another"], in: store)
        let files = store.files.contents(of: TestStore.path)
        let run = try #require(files["00000001.run"])
        var variants: [[UInt8]?] = [nil, [], Array(run.dropLast()), run + [0]]
        for bit in stride(from: 0, to: run.count * 8, by: 397) {
            variants.append(run.flipping(bit: bit))
        }
        for variant in variants {
            var damaged = files
            damaged["00000001.run"] = variant
            let twin = try TestStore(files: MemoryFileSystem(TestStore.path, files: damaged)) {
                $0.maintenance = .manual
            }
            #expect(try ids("another OR n3", in: twin) == [3, 7])
            #expect(try ids("note", in: twin).count == 99)
            try twin.database.buildSearches()
            try requireIndex(twin)
            try twin.checkIntegrity()
        }
    }

    @Test func `a run that is damaged or missing is a note of a check`() throws {
        let store = try savedStore()
        var files = store.files.contents(of: TestStore.path)
        let run = try #require(files["00000001.run"])
        func report() throws -> IntegrityReport {
            try IntegrityChecker(
                path: TestStore.path, isDeep: true,
                fileSystem: MemoryFileSystem(TestStore.path, files: files)
            ).run()
        }
        #expect(try report().notes.isEmpty)
        files["00000001.run"] = run.flipping(bit: 8 * 300)
        let damaged = try report()
        #expect(damaged.isSound && damaged.notes.first?.hasPrefix("00000001.run cannot be") == true)
        files["00000001.run"] = nil
        #expect(try report().notes.count == 1)
    }

    @Test func `an erase leaves no run with words of before`() throws {
        let store = try savedStore()
        try store.database.setHistory(.forever)
        try save([7: "secretword stays"], in: store)
        try store.database.buildSearches()
        try store.database.checkpoint()
        #expect(!store.files(with: "secretword").isEmpty)
        _ = try store.database.erase([(SearchModel.entity, .int(7))])
        #expect(runs(in: store).isEmpty)
        #expect(store.files(with: "secretword").isEmpty)
        #expect(try ids("secretword", in: store).isEmpty)
        try store.database.buildSearches()
        try store.database.checkpoint()
        #expect(runs(in: store).count == 1)
        #expect(store.files(with: "secretword").isEmpty)
        try store.checkIntegrity()
    }

    @Test func `a fork of the present state has the index`() throws {
        let fork = try ForkTests.fork(savedStore())
        try requireIndex(fork)
    }

    @Test func `words in a run are found by a search for remnants`() throws {
        let store = try savedStore()
        try save([7: "Meyerholz auf Reisen", 8: "meyer"], in: store)
        try store.database.checkpoint()
        func forms(_ text: String) throws -> Set<String> {
            let report = try RemnantSearch(path: TestStore.path, fileSystem: store.files).run(text)
            #expect(report.unfinishedFiles.isEmpty)
            return Set(report.remnants.filter { $0.file.hasSuffix(".run") }.map { "\($0.form)" })
        }
        #expect(try forms("MEYERHOLZ") == ["words"])
        #expect(try forms("meyerholz auf") == ["words"])
        #expect(try forms("auf Meyerholz").isEmpty)
        #expect(try forms("meyerhol").isEmpty)
    }

    @Test func `a checkpoint that fails leaves the index as it was`() throws {
        let store = try savedStore()
        try save([7: "another"], in: store)
        let searches = try store.database.snapshot().version.context.searches
        var saving = try SearchSaving(
            store.database.snapshot().version, in: store.database.directory)
        try saving.run {}
        #expect(runs(in: store) == ["00000001.run", "00000002.run"])
        saving.undo()
        #expect(runs(in: store) == ["00000001.run"])
        try store.database.checkpoint()
        // The number of the removed run is not given again.
        #expect(runs(in: store) == ["00000001.run", "00000003.run"])
        try requireIndex(store)
        let base = try #require(searches.known(reader(store).search.identity))
        #expect(base.state.runs.compactMap(\.file?.named.number) == [1, 3])
        try store.reopenAfterKill()
        try requireIndex(store)
    }

    @Test func `a damaged run is found by background work, and the index is built again`() throws {
        let store = try savedStore()
        var files = store.files.contents(of: TestStore.path)
        let run = try #require(files["00000001.run"])
        // In the posting lists, which are checked when they are used.
        files["00000001.run"] = run.flipping(bit: 8 * 140)
        let twin = try TestStore(files: MemoryFileSystem(TestStore.path, files: files)) {
            $0.maintenance = .manual
        }
        try save([7: "another"], in: twin)
        let damaged = try #require(try reader(twin).kept())
        #expect(throws: SearchError.self) { try damaged.content() }
        #expect(try ids("note", in: twin).count == 99)
        try twin.database.buildSearches()
        try requireIndex(twin)
        try twin.database.checkpoint()
        try twin.reopen()
        try requireIndex(twin)
        #expect(runs(in: twin) == ["00000002.run"])
    }

    @Test func `an index that is being made during an erase is not kept`() throws {
        let store = try savedStore()
        let before = try store.database.snapshot()
        let searches = before.version.context.searches
        let era = searches.era
        let reader = try reader(store)
        let state = try #require(try reader.kept())
        _ = try store.database.erase([(SearchModel.entity, .int(7))])
        before.version.keep(state, of: reader.search.identity, in: era)
        #expect(searches.known(reader.search.identity) == nil)
    }

    @Test func `a store opened for reading only uses the index of the checkpoint`() throws {
        let store = try savedStore()
        try save([7: "another"], in: store)
        try store.database.close()
        let database = try Database(
            at: TestStore.path, options: .readOnly, fileSystem: store.files)
        let snapshot = try database.snapshot()
        let reader = try SearchReader(
            "", of: try snapshot.definition(SearchModel.entity), in: snapshot.view)
        #expect(try reader.kept() != nil)
        try database.close()
    }

    @Test func `a search that is declared otherwise does not use the former runs`() throws {
        let store = try savedStore()
        try store.database.performChanges { changes in
            try changes.redefine(
                SearchModel.entity, attributes: SearchModel.attributes,
                searches: [NamedSearch.words(["title"])])
        }
        try store.reopenAfterKill()
        #expect(try reader(store).kept() == nil)
        #expect(try ids("n7", in: store) == [7])
        try store.database.buildSearches()
        try store.database.checkpoint()
        try store.reopen()
        try requireIndex(store)
    }

    @Test func `in the background, a large index is saved when it is built`() async throws {
        let store = try TestStore { $0.maintenance = .background }
        try store.database.performChanges { changes in
            try changes.define(SearchModel.entity, attributes: SearchModel.attributes, id: "id")
        }
        let notes = (0..<20_000 as Range<Int64>).map { ($0, "a\($0) b\($0) c\($0) d\($0)") }
        try save(Dictionary(uniqueKeysWithValues: notes), in: store)
        try store.database.checkpoint()
        try store.database.performChanges { changes in
            try changes.redefine(
                SearchModel.entity, attributes: SearchModel.attributes,
                searches: [SearchModel.search])
        }
        for _ in 0..<1000 where runs(in: store).isEmpty {
            try await Task.sleep(nanoseconds: 10_000_000)
        }
        try store.reopenAfterKill()
        #expect(try reader(store).kept() != nil)
    }
}
