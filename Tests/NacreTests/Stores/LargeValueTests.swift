import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Testing

private struct Paper: Hashable, Entity {
    let id: Int
    var title: String
    var views: Int
    var note: String?
    var scan: Data?
    var tags: [String] = []

    static let schema = EntitySchema(
        Paper.init, Attribute("id", \.id), Attribute("title", \.title, .indexed),
        Attribute("views", \.views), Attribute("note", \.note), Attribute("scan", \.scan),
        Attribute("tags", \.tags, default: []))
}

/// Values that are stored outside of their object's record.
@Suite struct LargeValueTests {
    private let files = TypedStore()
    private static let scan = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })

    private func filled() throws -> Store {
        let store = try files.open(Paper.self)
        try store.performChanges { changes in
            try changes.insert(Paper(id: 1, title: "a", views: 0, scan: Self.scan))
            try changes.insert(Paper(id: 2, title: "b", views: 0))
            try changes.insert(Paper(id: 3, title: "c", views: 0, scan: Data([1, 2, 3])))
        }
        return store
    }

    private func checkBytes(_ reader: borrowing some Reader & ~Escapable) throws {
        #expect(try reader.bytes(of: \.scan, Paper.self, 1, 100..<200) == Self.scan[100..<200])
        #expect(
            try reader.bytes(of: \.scan, Paper.self, 1, 199_990..<300_000) == Self.scan[199_990...])
        #expect(try reader.bytes(of: \.scan, Paper.self, 1, 300_000..<300_001) == Data())
        #expect(try reader.bytes(of: \.scan, Paper.self, 2, 0..<1) == nil)
        #expect(try reader.bytes(of: \.scan, Paper.self, 3, 1..<3) == Data([2, 3]))
        #expect(try reader.bytes(of: \.scan, Paper.self, 4, 0..<1) == nil)
        let count = try reader.withBytes(of: \.scan, Paper.self, 1) { $0.byteCount }
        #expect(count == 200_000)
        #expect(try reader.withBytes(of: \.scan, Paper.self, 2) { $0.byteCount } == nil)
    }

    @Test func `a part of a large value is read by its range`() throws {
        let store = try filled()
        try checkBytes(store)
        try store.performChanges { try checkBytes($0) }
        try store.close()
        let reopened = try files.open(Paper.self)
        try checkBytes(try reopened.snapshot())
    }

    @Test func `the error of a closure that reads bytes is thrown as it is`() throws {
        struct Stop: Error {}
        let store = try filled()
        #expect(throws: Stop.self) {
            try store.withBytes(of: \.scan, Paper.self, 1) { _ in throw Stop() }
        }
        try store.performChanges { changes in
            #expect(throws: Stop.self) {
                try changes.withBytes(of: \.scan, Paper.self, 1) { _ in throw Stop() }
            }
        }
    }

    @Test func `a closure that reads bytes in a change may write`() throws {
        let store = try filled()
        try store.performChanges { changes in
            let sum = try changes.withBytes(of: \.scan, Paper.self, 1) { bytes in
                for id in 10..<200 {
                    try changes.insert(
                        Paper(id: id, title: String(repeating: "x", count: 5_000), views: 0))
                }
                return unsafe bytes.withUnsafeBytes { unsafe $0.reduce(0) { $0 + Int($1) } }
            }
            #expect(sum == Self.scan.reduce(0) { $0 + Int($1) })
        }
    }

    // MARK: Single properties

    @Test func `setting a property leaves a large value where it is`() throws {
        let store = try filled()
        try store.performChanges { try $0.update(Paper.self, 1, set: \.views, to: 7) }
        try store.performChanges { try $0.update(Paper.self, 1, set: \.note, to: "seen") }
        let expected = Paper(id: 1, title: "a", views: 7, note: "seen", scan: Self.scan)
        #expect(try store.find(Paper.self, 1) == expected)
        let size = try store.statistics.size
        try store.performChanges { try $0.update(Paper.self, 1, set: \.note, to: nil) }
        #expect(try store.statistics.size - size < 10_000)
        try store.close()
        #expect(try files.open(Paper.self).find(Paper.self, 1)?.note == nil)
        try files.checkIntegrity()
    }

    @Test func `setting a property of an object that does not exist is an error`() throws {
        let store = try filled()
        let error = storeError {
            try store.performChanges { try $0.update(Paper.self, 9, set: \.views, to: 1) }
        }
        #expect(error?.code == .noSuchObject)
    }

    @Test func `setting a part of a property changes only that part`() throws {
        let store = try filled()
        try store.performChanges { changes in
            try changes.update(Paper.self, 1, set: \.tags, to: ["x", "y"])
            try changes.update(Paper.self, 1, set: \.tags[1], to: "z")
        }
        #expect(try store.find(Paper.self, 1)?.tags == ["x", "z"])
    }

    private enum Setting: Sendable {
        case title(String), views(Int), note(String?), scan(Data?), tags([String])
    }

    private static let settings = Generator<(id: Int, setting: Setting)> {
        choices throws(Rejection) in
        let number = try choices.draw(.integer(in: 0...3))
        let long = try choices.draw(.integer(in: 0...2)) == 0 ? 70_000 : number
        let text = String(repeating: "t", count: long)
        let setting: Setting =
            switch try choices.draw(.integer(in: 0...4)) {
            case 0: .title(text)
            case 1: .views(number)
            case 2: .note(number == 0 ? nil : text)
            case 3: .scan(number == 0 ? nil : Data(repeating: 3, count: long))
            default: .tags(Array(repeating: "tag", count: number))
            }
        return (try choices.draw(.integer(in: 1...3)), setting)
    }

    @Test func `setting properties equals changing the whole object`() {
        property("settings", runs: 60, .array(of: Self.settings, count: 1...12)) { settings in
            let store = try Store.inMemory(Paper.self)
            var model: [Int: Paper] = [:]
            for id in 1...3 { model[id] = Paper(id: id, title: "", views: id) }
            try store.performChanges { try $0.insert(contentsOf: model.values) }
            for (id, setting) in settings {
                try store.performChanges { changes in
                    switch setting {
                    case .title(let title):
                        model[id]?.title = title
                        try changes.update(Paper.self, id, set: \.title, to: title)
                    case .views(let views):
                        model[id]?.views = views
                        try changes.update(Paper.self, id, set: \.views, to: views)
                    case .note(let note):
                        model[id]?.note = note
                        try changes.update(Paper.self, id, set: \.note, to: note)
                    case .scan(let scan):
                        model[id]?.scan = scan
                        try changes.update(Paper.self, id, set: \.scan, to: scan)
                    case .tags(let tags):
                        model[id]?.tags = tags
                        try changes.update(Paper.self, id, set: \.tags, to: tags)
                    }
                    try requireEqual(try changes.find(Paper.self, id), model[id], "in the change")
                }
                let title = model[id]?.title ?? ""
                let found = try store.fetch(Paper.where { $0.title == title }).map(\.id)
                let expected = model.values.filter { $0.title == title }.map(\.id).sorted()
                try requireEqual(found, expected, "by the index")
            }
            let all = model.values.sorted { $0.id < $1.id }
            try requireEqual(try store.fetch(Paper.all), all, "in the end")
        }
    }
}
