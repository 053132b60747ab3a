import Foundation
import Nacre
import Testing

@Suite struct SchemaGuideTests {
    @Test func `schema changes work as the guide shows`() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "nacre-schema-\(UUID()).nacre").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let (preview, customers) = try runSchemaGuide(at: path)
        #expect(preview.contains("Borrower: rewrites objects (goes through 1 object)"))
        #expect(preview.contains("Customer: 'shelf' is read as int64 where it was int16"))
        #expect(preview.contains("generation 0 becomes 1"))
        let anne = try #require(customers.first)
        #expect(anne.firstName == "Anne" && anne.lastName == "Lee" && anne.shelf == 7)
        #expect(anne.friends == [Ref(id: "b1")] && anne.remark == "none")
    }

    @Test func `R8 a migration step makes objects of another entity as the guide shows`() throws {
        let path = FileManager.default.temporaryDirectory
            .appending(path: "nacre-migrate-\(UUID()).nacre").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let notes = try runMigrationGuide(at: path)
        #expect(notes.map(\.id) == ["b1"] && notes.map(\.text) == ["pays late"])
    }
}
