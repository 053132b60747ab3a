import Foundation
import Nacre
import Testing

/// Runs the code about rules of the guide "What a property may be".
@Suite struct RuleGuideTests {
    @Test func `rules work as the guide shows`() throws {
        let store = try Store.inMemory(Ticket.self)
        let now = Date.now
        let tickets = [
            Ticket(holder: "Anne", price: -1, seat: "A", validFrom: now, validTo: now),
            Ticket(holder: "", price: 1, seat: nil, validFrom: .distantPast, validTo: now),
        ]
        // snippet: violations
        do {
            try store.performChanges { changes in try changes.insert(contentsOf: tickets) }
        } catch let error as StoreError where error.code == .invalidObject {
            for violation in error.violations { print(violation, violation.value ?? "") }
        }
        // end snippet
        #expect(try store.count(Ticket.all) == 0)
        let error = #expect(throws: StoreError.self) {
            try store.performChanges { try $0.insert(contentsOf: tickets) }
        }
        #expect(error?.violations.count == 4)
    }
}
