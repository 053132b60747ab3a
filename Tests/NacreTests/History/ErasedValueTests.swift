import Foundation
import Nacre
import NacreEngine
import NacreTestSupport
import Testing

@Entity
struct ErasedPerson {
    let id: String
    @Attribute(.unique) var login: String?
    @Attribute(.indexed) var email: String?
    @Attribute(.transformed(by: .utf8, .lz4)) var notes: String
    var age: Int = 0
}

/// Erasing single properties, and the copies that a store remembers, by types.
@Suite struct ErasedValueTests {
    private static let secret = "emma@example.org"
    private let files = MemoryFileSystem()

    private func store() throws -> Store {
        let store = try Store(
            at: "/people.nacre", Store.Options(), [ErasedPerson.self], fileSystem: files)
        try store.setHistory(.forever)
        for age in 1...4 {
            try store.performChanges { changes in
                try changes.save(
                    ErasedPerson(
                        id: "e", login: "e", email: "\(Self.secret) \(age)",
                        notes: String(repeating: "la ", count: 40) + Self.secret, age: age))
            }
            if age == 2 { try store.compact() }
        }
        return store
    }

    private func remnants() throws -> [String?] {
        try RemnantSearch(path: "/people.nacre", fileSystem: files).run(Self.secret).remnants
            .map(\.attribute)
    }

    @Test func `an optional property becomes nil in all versions`() throws {
        let store = try store()
        #expect(Set(try remnants()) == ["email", "notes"])
        let report = try store.erase(ErasedPerson.self, "e", attribute: \.email)
        #expect(report.objects == 1)
        #expect(Set(try remnants()) == ["notes"])
        let history = try store.history(of: ErasedPerson.self, "e")
        #expect(try history.compactMap { try $0.value?.email } == [])
        #expect(try history.map { try $0.value?.age } == [4, 4, 3, 2, 1])
        #expect(try store.count(ErasedPerson.where { $0.email == nil }) == 1)
    }

    @Test func `a required property with stages gets its replacement in all versions`() throws {
        let store = try store()
        try store.erase(ErasedPerson.self, "e", attribute: \.email)
        try store.erase(ErasedPerson.self, "e", attribute: \.notes, replacement: "none")
        #expect(try remnants() == [])
        let history = try store.history(of: ErasedPerson.self, "e")
        #expect(try history.allSatisfy { try $0.value?.notes == "none" })
        let check = IntegrityChecker(path: "/people.nacre", isDeep: true, fileSystem: files)
        #expect(try check.run().isSound)
    }

    @Test func `properties that cannot be erased are refused, and missing objects told`() throws {
        let store = try store()
        func code(_ body: () throws -> Void) -> StoreError.Code? {
            do { try body() } catch { return (error as? StoreError)?.code }
            return nil
        }
        #expect(
            code { try store.erase(ErasedPerson.self, "e", attribute: \.login) } == .invalidValue)
        #expect(
            code {
                try store.erase(ErasedPerson.self, "x", attribute: \.age, replacement: 1)
            } == nil)
        try store.performChanges { try $0.delete(ErasedPerson.self, "e") }
        #expect(
            code {
                try store.erase(ErasedPerson.self, "e", attribute: \.age, replacement: 1)
            } == .noSuchObject)
        try store.erase(ErasedPerson.self, "e", attribute: \.email)
        #expect(Set(try remnants()) == ["notes"])
    }

    @Test func `backups are remembered until they are forgotten`() throws {
        let store = try store()
        let place = FileManager.default.temporaryDirectory
            .appending(path: "erased-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: place) }
        let path = place.path(percentEncoded: false)
        #expect(try store.backup(to: path).isRecorded)
        let report = try store.erase(ErasedPerson.self, "e")
        #expect(report.copies == (try store.copies))
        #expect(report.copies.map(\.path) == [path])
        #expect(report.copies.first?.isMissing == false)
        #expect(abs(try #require(report.copies.first).date.timeIntervalSinceNow) < 600)
        try FileManager.default.removeItem(at: place)
        #expect(try store.copies.map(\.isMissing) == [true])
        try store.forgetCopy(at: path)
        #expect(try store.copies == [])
        #expect(throws: StoreError.self) { try store.forgetCopy(at: path) }
    }
}
