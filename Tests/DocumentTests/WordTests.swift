import Foundation
import Testing

/// The guide for users of other stores.
@Suite struct WordTests {
    private static let guide = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Sources/Nacre/Nacre.docc/ComingFromOtherStores.md")

    /// The nouns of Core Data's model, its stack, its requests and its changes.
    private static let nouns = [
        "NSManagedObjectModel", "NSEntityDescription", "NSManagedObject", "NSManagedObjectID",
        "NSAttributeDescription", "NSRelationshipDescription", "delete rule", "ValueTransformer",
        "NSPersistentContainer", "NSManagedObjectContext", "performBackgroundTask", "rollback",
        "NSFetchRequest", "NSPredicate", "NSSortDescriptor", "fault",
        "NSFetchedResultsController", "NSManagedObjectContextDidSave", "persistent history",
        "fetch index", "uniqueness constraint", "merge policy", "validation rule",
        "lightweight migration",
    ]

    @Test(arguments: nouns)
    func `T2 every noun of Core Data has a counterpart in the guide`(noun: String) throws {
        let row = try #require(try Self.rows(after: "## The words").first { $0[0].contains(noun) })
        #expect(row.count == 4)
        #expect(row[3].contains("`") || row[3].contains("<doc:"), "\(row[3])")
    }

    /// The nouns of full-text searches elsewhere: in SQLite and GRDB, Core Spotlight, and Realm.
    private static let searchNouns = [
        [
            "CREATE VIRTUAL TABLE", "triggers", "synchronize(withTable:)", "MATCH", "FTS5Pattern",
            "NEAR", "prefix=", "fts5vocab", "rank", "bm25", "snippet()", "highlight()", "unicode61",
            "porter", "trigram", "FTS5CustomTokenizer",
        ],
        [
            "CSSearchableIndex", "CSSearchableItem", "NSCoreDataCoreSpotlightDelegate",
            "CSUserQuery", "CSSearchQuery", "CSSuggestion", "enableRankedResults", "filterQueries",
        ],
        ["@FullText", "TEXT", "CONTAINS[cd]"],
    ]

    @Test(arguments: searchNouns.indices)
    func `every noun of a search elsewhere has a counterpart in the guide`(column: Int) throws {
        let rows = try Self.rows(after: "## Full-text search")
        for noun in Self.searchNouns[column] {
            let row = try #require(rows.first { $0[column].contains(noun) }, "\(noun)")
            #expect(row.count == 4)
            #expect(!row[3].isEmpty && row[3] != "-", "\(noun)")
        }
    }

    /// Returns the cells of the rows of a section.
    private static func rows(after heading: String) throws -> [[String]] {
        let text = try String(contentsOf: guide, encoding: .utf8)
        let start = try #require(text.range(of: heading + "\n")).upperBound
        let rest = text[start...]
        let section = rest[..<(rest.range(of: "\n## ")?.lowerBound ?? rest.endIndex)]
        return section.split(separator: "\n").filter { $0.hasPrefix("| ") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
    }
}
