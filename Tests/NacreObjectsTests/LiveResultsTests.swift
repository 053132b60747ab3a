#if Macros
    import Nacre
    import NacreObjects
    import Observation
    import Testing

    /// Results of requests that follow the store.
    @MainActor @Suite struct LiveResultsTests {
        @Entity
        struct Track: Hashable {
            let id: Int
            @Attribute(.indexed) var album: String
            var title: String
            var length: Double = 0
            var initial: String { String(title.prefix(1)) }
        }

        @Entity
        struct Note {
            let id: Int
        }

        private static func store() throws -> Store {
            let store = try Store.inMemory(Track.self, Note.self)
            try store.performChanges { changes in
                for (id, track) in [("B", "y"), ("A", "z"), ("B", "x"), ("C", "w")].enumerated() {
                    try changes.insert(Track(id: id, album: track.0, title: track.1))
                }
            }
            return store
        }

        /// Waits until a condition holds.
        private func wait(
            _ comment: Comment? = nil, until isTrue: () -> Bool,
            _ location: SourceLocation = #_sourceLocation
        ) async throws {
            for _ in 0..<5000 where !isTrue() { try await Task.sleep(for: .milliseconds(2)) }
            #expect(isTrue(), comment, sourceLocation: location)
        }

        @Test func `the first result is there at once, and later ones follow commits`() async throws
        {
            let store = try Self.store()
            let tracks = LiveResults(Track.all.sorted(\.title.ascending), in: store)
            #expect(tracks.objects.map(\.title) == ["w", "x", "y", "z"])
            #expect(tracks.sections.isEmpty && tracks.failure == nil && tracks.resultCount == 1)
            var changes: [ResultChange<Track>] = []
            tracks.onChange = { changes.append($0) }
            let watch = Watch { tracks.objects }
            try await store.performChanges { changes in
                try changes.insert(Track(id: 9, album: "A", title: "xx"))
                _ = try changes.delete(Track.self, 3)
            }
            try await wait { tracks.resultCount == 2 }
            #expect(watch.isTold)
            #expect(tracks.objects.map(\.title) == ["x", "xx", "y", "z"])
            #expect(changes.map(\.removals) == [[0]] && changes.map(\.insertions) == [[1]])
        }

        @Test func `a commit that leaves the result alone notifies nobody`() async throws {
            let store = try Self.store()
            let tracks = LiveResults(
                Track.where { $0.album == "A" }.sorted(\.title.ascending), in: store)
            let watch = Watch { (tracks.objects, tracks.sections, tracks.failure) }
            for id in 0..<50 { try await store.performChanges { try $0.insert(Note(id: id)) } }
            for id in 100..<150 {
                try await store.performChanges { changes in
                    try changes.insert(Track(id: id, album: "Z", title: "\(id)"))
                }
            }
            // What is told in order was told before this.
            let other = LiveResults(Note.all, in: store)
            try await store.performChanges { try $0.insert(Note(id: 99)) }
            try await wait { other.resultCount == 2 }
            try await Task.sleep(for: .milliseconds(20))
            #expect(tracks.resultCount == 1 && !watch.isTold)
            try await store.performChanges { changes in
                try changes.insert(Track(id: 200, album: "A", title: "a"))
            }
            try await wait { tracks.resultCount == 2 }
            #expect(watch.isTold && tracks.objects.map(\.title) == ["a", "z"])
        }

        @Test func `sections are the values of a property, by which the index sorts`() async throws
        {
            let store = try Self.store()
            let tracks = LiveResults(
                Track.all.sorted(\.title.descending), in: store, sections: \.album)
            #expect(tracks.sections.map(\.value) == ["A", "B", "C"])
            #expect(tracks.sections.map(\.places) == [0..<1, 1..<3, 3..<4])
            #expect(tracks.sections[1].map(\.title) == ["y", "x"])
            #expect(tracks.sections.map(\.id) == tracks.sections.map(\.value))
            let plan = try Track.all.sorted(\.album.ascending, \.title.descending).limit(2)
                .explain(in: store)
            #expect(plan.indexes == ["album"])
            try await store.performChanges { changes in
                try changes.update(Track.self, 3) { $0.album = "A" }
            }
            try await wait { tracks.resultCount == 2 }
            #expect(tracks.sections.map(\.value) == ["A", "B"])
            #expect(tracks.sections[0].map(\.title) == ["z", "w"])
        }

        @Test func `sections descend if the request sorts so`() throws {
            let store = try Self.store()
            let tracks = LiveResults(
                Track.all.sorted(\.album.descending, \.title.ascending), in: store,
                sections: \.album)
            #expect(tracks.sections.map(\.value) == ["C", "B", "A"])
            #expect(tracks.sections[1].map(\.title) == ["x", "y"])
        }

        @Test func `sections of a value that equals nothing end`() async throws {
            let store = try Self.store()
            try await store.performChanges { changes in
                try changes.update(Track.self, 1) { $0.length = .nan }
                try changes.update(Track.self, 2) { $0.length = .nan }
            }
            let tracks = LiveResults(Track.all, in: store, sections: \.length)
            #expect(tracks.sections.map(\.places) == [0..<2, 2..<3, 3..<4])
        }

        @Test func `the change to another request's result fits the list shown`() async throws {
            let store = try Self.store()
            let tracks = LiveResults(Track.where { $0.album == "B" }, in: store)
            var shown = tracks.objects
            tracks.onChange = { change in
                for place in change.removals.reversed() { shown.remove(at: place) }
                for place in change.insertions { shown.insert(change.objects[place], at: place) }
                for place in change.updates { shown[place] = change.objects[place] }
            }
            for album in ["C", "A", "B"] {
                let former = tracks.resultCount
                tracks.request = Track.where { $0.album == album }
                try await wait { tracks.resultCount == former + 1 }
                #expect(shown == tracks.objects && shown.allSatisfy { $0.album == album })
            }
        }

        @Test func `a property that is no attribute makes no sections`() throws {
            let tracks = LiveResults(Track.all, in: try Self.store(), sections: \.initial)
            #expect(tracks.failure?.code == .invalidValue)
            #expect(tracks.failure?.message.contains("not an attribute of 'Track'") == true)
            #expect(tracks.objects.isEmpty)
        }

        @Test func `another request replaces the result`() async throws {
            let store = try Self.store()
            let tracks = LiveResults(Track.where { $0.album == "B" }, in: store)
            #expect(tracks.objects.count == 2)
            tracks.request = Track.where { $0.album == "C" }
            #expect(tracks.objects.count == 2, "the former result stays until the next is read")
            try await wait { tracks.objects.map(\.album) == ["C"] }
            try await store.performChanges { changes in
                try changes.insert(Track(id: 10, album: "B", title: "b"))
                try changes.insert(Track(id: 11, album: "C", title: "c"))
            }
            try await wait { tracks.objects.map(\.album) == ["C", "C"] }
            tracks.request = Track.where { $0.length.isIn([.nan]) }.limit(-1)
            try await wait { tracks.failure != nil }
            #expect(tracks.objects.count == 2)
            tracks.request = Track.all
            try await wait { tracks.failure == nil && tracks.objects.count == 6 }
        }

        @Test func `live results end with their last reference, and with the store`() async throws {
            let store = try Self.store()
            var tracks: LiveResults<Track, Never>? = LiveResults(Track.all, in: store)
            weak let gone = tracks
            tracks = nil
            try await wait { gone == nil }
            let others = LiveResults(Track.all, in: store)
            try store.close()
            try await Task.sleep(for: .milliseconds(20))
            #expect(others.objects.count == 4 && others.failure == nil)
            #expect(LiveResults(Track.all, in: store).failure?.code == .closed)
        }

        // MARK: One object

        /// A label of a user interface.
        @MainActor private final class Label {
            var texts: [String] = []
            var text: String? {
                get { texts.last }
                set { texts.append(newValue ?? "") }
            }
        }

        @Entity
        struct City {
            let id: ObjectID<City>
            var name: String
        }

        @Test func `T21 a label on the main actor follows an object in one line`() async throws {
            let store = try Store.inMemory(City.self)
            let city = try await store.performChanges { changes in
                try changes.insert(City(id: ObjectID(), name: "Christiania"))
            }
            let (id, label) = (city.id, Label())
            let token = try store.observe(id, on: MainActor.shared) { label.text = $0.name }
            try await wait { label.text == "Christiania" }
            try await store.performChanges { try $0.update(id) { $0.name = "Oslo" } }
            try await wait { label.text == "Oslo" }
            try await store.performChanges { changes in
                try changes.insert(City(id: ObjectID(), name: "Bergen"))
            }
            _ = try await store.performChanges { try $0.delete(id) }
            try await Task.sleep(for: .milliseconds(20))
            #expect(label.texts == ["Christiania", "Oslo"])
            token.cancel()
        }

        @Test func `an observer of an object is told of its deletion and of failures`() async throws
        {
            let store = try Self.store()
            var texts: [String] = []
            let token = try store.observe(Track.self, 7, on: MainActor.shared) { track in
                texts.append(track.title)
            } onDelete: {
                texts.append("deleted")
            }
            // It need not exist yet.
            try await store.performChanges { changes in
                try changes.insert(Track(id: 7, album: "A", title: "new"))
            }
            try await wait { texts == ["new"] }
            _ = try await store.performChanges { try $0.delete(Track.self, 7) }
            try await wait { texts == ["new", "deleted"] }
            token.cancel()
            try store.close()
            var failures: [StoreError.Code] = []
            let late = try store.observe(Track.self, 1, on: MainActor.shared) { _ in
            } onFailure: {
                failures.append($0.code)
            }
            try await wait { failures == [.closed] }
            late.cancel()
        }
    }
#endif
