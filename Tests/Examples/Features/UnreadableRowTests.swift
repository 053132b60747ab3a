import Foundation
import Nacre
import Testing

/// The four ways in which stored data can be no value of a type: another value, no value, another
/// entity, an unknown entity. Each is an error that names the object.
@Suite struct UnreadableRowTests {
    @Embedded
    struct Frame: Hashable {
        var colour: String
        var width: Int?
    }

    @Embedded
    struct WideFrame: Hashable {
        var colour: String
        var width: Int
    }

    @Entity
    struct Artist: Hashable {
        let id: Int
    }

    @Entity
    struct Museum: Hashable {
        let id: Int
    }

    @Entity
    struct Picture: Hashable {
        let id: Int
        var title: String?
        var frame: Frame?
        var artist: Ref<Artist>?
    }

    /// Other programs' types of the same entity.
    enum Other {
        @Entity
        struct Titled {
            static var entityName: String { "Picture" }
            let id: Int
            var title: String
            var frame: Frame?
            var artist: Ref<Artist>?
        }

        @Entity
        struct Framed {
            static var entityName: String { "Picture" }
            let id: Int
            var title: String?
            var frame: WideFrame?
            var artist: Ref<Artist>?
        }

        @Entity
        struct Exhibit {
            static var entityName: String { "Picture" }
            let id: Int
            var title: String?
            var frame: Frame?
            var artist: Ref<Museum>?
        }
    }

    private let folder: TemporaryFolder
    private let path: String

    init() throws {
        folder = try TemporaryFolder()
        path = folder.path("a.nacre")
        let store = try Store(at: path, Picture.self, Artist.self)
        try store.performChanges { changes in
            for (id, width) in [(1, 20), (2, nil)] {
                try changes.insert(
                    Picture(
                        id: id, title: nil, frame: Frame(colour: "gold", width: width),
                        artist: nil))
            }
        }
        try store.close()
    }

    @Test func `V10 V16 an unknown raw value names entity, id, attribute and the expected type`()
        throws
    {
        let path = folder.path("b.nacre")
        let store = try Store(at: path, WorkerRowTests.Painted.self)
        try store.performChanges { changes in
            _ = try changes.insert(WorkerRowTests.Painted(id: 5, colour: .blue))
        }
        try store.close()
        let older = try Store(at: path, WorkerRowTests.OlderPainted.self)
        let error = #expect(throws: StoreError.self) {
            try older.fetch(WorkerRowTests.OlderPainted.all)
        }
        #expect(error?.code == .undecodable)
        #expect(error?.message.contains("'colour' of 'Painted' with id 5") == true)
        #expect(error?.message.contains("no case of OlderColour") == true)
        // And its place.
        #expect(error?.file?.hasPrefix(path) == true && error?.offset != nil)
    }

    @Test func `V16 a required attribute that may be nil in the store is refused on opening`()
        throws
    {
        let error = #expect(throws: StoreError.self) {
            try Store(at: path, Other.Titled.self, Artist.self)
        }
        #expect(error?.code == .schemaMismatch)
        #expect(error?.message.contains("'title'") == true)
        #expect(error?.message.contains("default") == true)
    }

    @Test func `V10 V16 a nil that violates the type is an error of that object`() throws {
        let store = try Store(at: path, Other.Framed.self, Artist.self)
        #expect(try store.find(Other.Framed.self, 1)?.frame?.width == 20)
        let error = #expect(throws: StoreError.self) { try store.find(Other.Framed.self, 2) }
        #expect(error?.code == .undecodable)
        #expect(error?.message.contains("'frame.width' of 'Picture' with id 2") == true)
    }

    @Test func `V16 a reference to another entity does not match the store`() throws {
        let error = #expect(throws: StoreError.self) {
            try Store(at: path, Other.Exhibit.self, Museum.self)
        }
        #expect(error?.code == .schemaMismatch)
        for name in ["'artist'", "Artist", "Museum"] {
            #expect(error?.message.contains(name) == true)
        }
    }

    @Test func `V16 an entity that the store was opened without is unknown to it`() throws {
        let store = try Store(at: path, Picture.self, Artist.self)
        for body: () throws -> Void in [
            { _ = try store.fetch(Museum.all) }, { _ = try store.find(Museum.self, 1) },
            { try store.performChanges { _ = try $0.insert(Museum(id: 1)) } },
        ] {
            let error = #expect(throws: StoreError.self) { try body() }
            #expect(error?.code == .unknownEntity)
            #expect(error?.message.contains("Museum") == true)
        }
    }
}
