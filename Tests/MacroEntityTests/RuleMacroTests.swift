#if Macros
    import Foundation
    import Nacre
    import Testing

    @Entity
    struct Concert: Hashable {
        @Attribute(.length(1...40), .matching("^[A-Z]")) var title: String
        @Attribute(.indexed, .range(0...)) var price: Double = 0
        @Attribute(.validated(by: Concert.isRound)) var seats: Int?
        var begin: Date
        var end: Date

        static let rules = [Rule<Concert>("it ends after it begins") { $0.begin < $0.end }]

        struct NotRound: Error {}

        @Sendable static func isRound(_ seats: Int?) throws {
            if let seats, !seats.isMultiple(of: 10) { throw NotRound() }
        }
    }

    @Suite struct RuleMacroTests {
        @Test func `E3 rules are declared at the property`() throws {
            let store = try Store.inMemory(Concert.self)
            let (now, later) = (Date.now, Date.now.addingTimeInterval(9))
            let sound = Concert(title: "Elektra", price: 0, seats: 10, begin: now, end: later)
            let broken = Concert(title: "elektra", price: -1, seats: 5, begin: later, end: now)
            try store.performChanges { try $0.insert(sound) }
            let error = #expect(throws: StoreError.self) {
                try store.performChanges { try $0.insert(broken) }
            }
            #expect(
                error?.violations.map(\.rule)
                    == ["matching ^[A-Z]", "range 0.0...", "NotRound()", "it ends after it begins"])
            #expect(try store.fetch(Concert.all) == [sound])
        }
    }
#endif
