import Foundation
import Nacre
import Testing

/// Deletion in two phases, with counters. Objects are first marked, and vanish from all requests;
/// those marked long enough ago are deleted for good. Albums keep the number of photos that they
/// show, and their size, without a query.
@Suite struct DelayedDeletionTests {
    @Entity
    struct Album: Hashable {
        let id: String
        var photoCount: Int = 0
        var byteCount: Int = 0
    }

    @Entity
    struct Photo: Hashable, WillSave, WillDelete {
        let id: Int
        @Relationship(.cascade) @Attribute(.indexed) var album: Ref<Album>
        var byteCount: Int
        @Attribute(.indexed) var markedForDeletion: Date?

        static let defaultFilter = Filter<Photo> { $0.markedForDeletion == nil }

        mutating func willSave(replacing old: Photo?, in changes: WriteTransaction) throws {
            try old?.count(-1, in: changes)
            try count(1, in: changes)
        }

        func willDelete(in changes: WriteTransaction) throws { try count(-1, in: changes) }

        /// Adds to the counters of the album, if it still exists and the photo is shown.
        private func count(_ sign: Int, in changes: WriteTransaction) throws {
            guard markedForDeletion == nil, var album = try changes.find(album) else { return }
            album.photoCount += sign
            album.byteCount += sign * byteCount
            try changes.update(album)
        }
    }

    /// Deletes the objects that were marked before a date.
    private static func purge(_ store: Store, before date: Date) throws -> Int {
        try store.performChanges(author: "purge") { changes in
            try changes.delete(
                Photo.where { $0.markedForDeletion < date }.ignoringDefaultFilter)
        }
    }

    private static func day(_ number: Int) -> Date {
        Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
    }

    private static func store() throws -> Store {
        let store = try Store.inMemory(Album.self, Photo.self)
        try store.performChanges { changes in
            for id in ["a", "b"] { try changes.insert(Album(id: id)) }
            for id in 1...6 {
                try changes.insert(
                    Photo(
                        id: id, album: Ref(id: id < 5 ? "a" : "b"), byteCount: 10 * id,
                        markedForDeletion: nil))
            }
        }
        return store
    }

    /// Checks that the counters equal the counted values.
    private static func check(_ store: Store, _ location: SourceLocation) throws {
        for album in try store.fetch(Album.all) {
            let photos = Photo.where { $0.album == Ref(album) }
            #expect(try store.count(photos) == album.photoCount, sourceLocation: location)
            #expect(try store.sum(\.byteCount, photos) == album.byteCount, sourceLocation: location)
        }
    }

    private static func mark(
        _ id: Int, _ day: Int?, in store: Store, location: SourceLocation = #_sourceLocation
    ) throws {
        try store.performChanges { changes in
            _ = try changes.update(Photo.self, id) { photo in
                photo.markedForDeletion = day.map(Self.day)
            }
        }
        try check(store, location)
    }

    @Test func `R10 marked objects are deleted later, and counters are right all the time`() throws
    {
        let store = try Self.store()
        try Self.check(store, #_sourceLocation)
        #expect(try store.find(Album.self, "a") == Album(id: "a", photoCount: 4, byteCount: 100))
        for (id, day) in [(1, 1), (2, 10), (5, 20)] { try Self.mark(id, day, in: store) }
        #expect(try store.fetch(\.id, Photo.all) == [3, 4, 6])
        // The mark is removed again.
        try Self.mark(2, nil, in: store)
        #expect(try store.find(Album.self, "a") == Album(id: "a", photoCount: 3, byteCount: 90))
        #expect(try Self.purge(store, before: Self.day(20)) == 1)
        #expect(try store.fetch(\.id, Photo.all.ignoringDefaultFilter) == [2, 3, 4, 5, 6])
        #expect(try Self.purge(store, before: Self.day(21)) == 1)
        try Self.check(store, #_sourceLocation)
        // The visible photos are deleted with their album.
        try store.performChanges { _ = try $0.delete(Album.self, "a") }
        #expect(try store.fetch(\.id, Photo.all.ignoringDefaultFilter) == [6])
        try Self.check(store, #_sourceLocation)
    }
}
