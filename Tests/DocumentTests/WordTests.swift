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
        let rows = try String(contentsOf: Self.guide, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("| ") }
            .map { $0.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) } }
        let row = try #require(rows.first { $0[0].contains(noun) })
        #expect(row.count == 4)
        #expect(row[3].contains("`") || row[3].contains("<doc:"), "\(row[3])")
    }
}
