import Nacre
import Testing

/// Runs the code of the guide "Relationships".
@Suite struct RelationshipGuideTests {
    private func music() throws -> (Store, queen: Band) {
        let store = try Store.inMemory(Band.self, Album.self, Musician.self)
        let queen = Band(name: "Queen", id: 1)
        try store.performChanges { changes in
            try changes.insert(Album(id: 1, title: "Queen", band: Ref(queen)))
            try changes.insert(
                Album(id: 2, title: "Jazz", band: Ref(queen), producer: Ref(id: "brian")))
            try changes.insert(queen)
            for id in ["freddie", "brian"] {
                try changes.insert(Musician(id: id, bands: [Ref(queen)]))
            }
        }
        return (store, queen)
    }

    @Test func `delete rules work as the guide shows`() throws {
        let (store, queen) = try music()
        // snippet: dangling
        do {
            try store.performChanges { changes in
                try changes.insert(Album(id: 9, title: "Jazz", band: Ref(id: 77)))
            }
        } catch let error as StoreError where error.code == .danglingReference {
            print(error)
        }
        // end snippet
        #expect(try store.count(Album.all) == 2)

        // snippet: deleting
        try store.performChanges { changes in
            try changes.delete(queen)
        }
        let albums = try store.count(Album.all)
        let freddie = try store.find(Musician.self, "freddie")
        // end snippet
        #expect(albums == 0)
        #expect(freddie?.bands == [])
    }

    @Test func `the other side and prefetching work as the guide shows`() throws {
        let (store, queen) = try music()
        // snippet: other side
        let released = try store.fetch(queen.albums)
        let recent = try store.fetch(
            queen.albums.request.where { $0.id > 1 }.sorted(\.title.descending))
        let number = try store.count(queen.members)
        // end snippet
        #expect(released.map(\.id) == [1, 2])
        #expect(recent.map(\.id) == [2])
        #expect(number == 2)

        // snippet: asking the other side
        let busy = try store.fetch(Band.where { $0.albums.count >= 2 && !$0.members.isEmpty })
        let early = try store.fetch(Band.where { $0.albums.contains { $0.title.hasPrefix("Q") } })
        let taught = try store.fetch(
            Musician.where { $0.pupils.allSatisfy { $0.bands.contains { $0.albums.isEmpty } } })
        let named = try store.fetch(
            Band.where { band in band.albums.contains { $0.title == band.name } })
        // end snippet
        #expect(named.map(\.id) == [1])
        #expect(busy.map(\.id) == [1])
        #expect(early.map(\.id) == [1])
        #expect(taught.count == 2)

        // snippet: members
        let productive = try store.fetch(
            Band.all, with: \.albums, in: Album.where { $0.id > 1 },
            .count.descending, .max(\.title), limit: 10)
        for (band, (count, lastTitle)) in productive { print(band.name, count, lastTitle ?? "") }
        let teachers = try store.fetch(Musician.all, with: \.pupils, .count) { $0 > 0 }
        // end snippet
        #expect(productive.first?.object.id == 1 && productive.first?.values.0 == 1)
        #expect(teachers.isEmpty)

        // snippet: including
        let all = try store.fetch(Album.all, including: \.producer, \.band.members)
        for album in all {
            let band = all[album.band]
            let members = band.map { all[$0.members] } ?? []
            print(album.title, band?.name ?? "", all[album.producer]?.id ?? "nobody", members.count)
        }
        let around = try store.fetch(Musician.where { $0.id == "freddie" }, depth: 3)
        // end snippet
        #expect(all[all[1].producer]?.id == "brian")
        #expect(all[queen.members].count == 2)
        #expect(around[Ref(queen)]?.name == "Queen")
    }
}
