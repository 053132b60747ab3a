import Foundation
import Nacre
import Testing

/// Runs the code of the guide "Errors", and compares its table with the codes in the source.
@Suite struct ErrorGuideTests {
    // snippet: status
    func status(of error: StoreError) -> Int {
        switch error.code {
        case .unknownAttribute: 400
        case .noSuchObject: 404
        case .uniqueViolation, .duplicateID, .conflict, .danglingReference, .deleteDenied: 409
        case .historyGone: 410
        case .invalidValue, .invalidObject, .refused, .appendOnly: 422
        case .locked, .deadlineExceeded, .cancelled: 503
        case .diskFull: 507
        default: 500
        }
    }
    // end snippet

    @Test func `the table has each code once, with the status that the code gives it`() throws {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        func text(_ path: String) throws -> String {
            try String(contentsOf: root.appending(path: path), encoding: .utf8)
        }
        let source = try text("Sources/NacreEngine/Basics/StoreError.swift")
        let codes = source.matches(of: /= Code\("(\w+)"\)/).map { String($0.1) }
        let rows = try text("Sources/Nacre/Nacre.docc/Errors.md")
            .matches(of: /(?m)^\| `(\w+)` \|.*\| (\d+) \|$/)
        #expect(rows.map { String($0.1) }.sorted() == codes.sorted())
        // The function of the guide gives the same statuses; all codes that it names are in rows.
        let guide = try text("Tests/DocumentTests/ErrorGuideTests.swift")
        var named: [String: String] = [:]
        for line in guide.matches(of: /(?m)^ *case (\..*): (\d+)$/) {
            for code in line.1.matches(of: /\.(\w+)/) { named[String(code.1)] = String(line.2) }
        }
        for row in rows {
            #expect(named[String(row.1)] ?? "500" == String(row.2), "\(row.1)")
        }
    }

    @Test func `a refused change gets the status of a conflict`() throws {
        let store = try Store.inMemory(Borrower.self)
        let anne = Borrower(mail: "anne@x", library: "Oslo")
        try store.performChanges { try $0.insert(anne) }
        let error = try #require(throws: StoreError.self) {
            try store.performChanges { try $0.insert(anne) }
        }
        #expect(status(of: error) == 409)
    }
}
