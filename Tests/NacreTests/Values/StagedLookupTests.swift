import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Unique attributes with stages, in lookups and upserts.
@Suite struct StagedLookupTests {
    private struct Member: Entity, Equatable {
        let id: Int
        var card: UUID
        var rank: Degree?
        var name = ""

        static let cardCodec = AttributeCodec(\Member.card, by: .uuidString)
        static let rankCodec = AttributeCodec(\Member.rank, by: .degree)
        static let schema = EntitySchema(
            Member.init, Attribute("id", \.id),
            Attribute("card", \.card, codec: cardCodec, .unique),
            Attribute("rank", \.rank, codec: rankCodec, .unique(conflict: .replace)),
            Attribute("name", \.name), uniques: [UniqueTogether(\.card, \.name)])

        struct Fields: FieldSet {
            typealias FieldsOwner = Member
            private let path: FieldPath
            init(_ path: FieldPath) { self.path = path }
            var card: OrderedField<Member, UUID> {
                OrderedField(path.appending("card"), ordered: Member.cardCodec)
            }
            var rank: TransformedField<Member, Degree?> {
                TransformedField(path.appending("rank"), Member.rankCodec)
            }
            var name: Field<Member, String> { Field(path.appending("name")) }
        }
    }

    private let anne = Member(id: 1, card: UUID(), rank: Degree(number: 3), name: "Anne")
    private let bo = Member(id: 2, card: UUID(), rank: nil, name: "Bo")

    private func store() throws -> Store {
        let store = try Store.inMemory(Member.self)
        try store.performChanges { try $0.insert(contentsOf: [anne, bo]) }
        return store
    }

    @Test func `an object is found by a unique value behind stages`() throws {
        let store = try store()
        #expect(try store.find(Member.self, \.card, anne.card) == anne)
        #expect(try store.find(Member.self, \.card, UUID()) == nil)
        #expect(try store.find(Member.self, \.rank, Degree(number: 3)) == anne)
        #expect(try store.find(Member.self, \.rank, nil) == nil)
        // No object can have a value that the stage refuses.
        #expect(try store.find(Member.self, \.rank, Degree(number: -3)) == nil)
        #expect(try store.snapshot().find(Member.self, \.card, bo.card) == bo)
    }

    @Test func `an upsert finds the object by a unique value behind stages`() throws {
        let store = try store()
        try store.performChanges { changes in
            let met = try changes.upsert(
                Member(id: 9, card: anne.card, rank: nil, name: "Anna"), on: \.card)
            #expect(met == Member(id: 1, card: anne.card, rank: nil, name: "Anna"))
            let added = try changes.upsert(
                Member(id: 3, card: UUID(), rank: Degree(number: 5)), on: \.rank)
            #expect(added.id == 3)
            try changes.upsert(
                contentsOf: [Member(id: 8, card: bo.card, rank: nil, name: "Bob")], on: \.card)
            try changes.upsert(
                Member(id: 7, card: bo.card, rank: Degree(number: 6), name: "Bob"),
                on: \.card, \.name)
            let found = try changes.findOrInsert(Member.self, \.card, anne.card) {
                Issue.record("the object exists")
                return anne
            }
            #expect(found.id == 1)
            let made = try changes.findOrInsert(Member.self, \.rank, Degree(number: 8)) {
                Member(id: 4, card: UUID(), rank: Degree(number: 8))
            }
            #expect(made.id == 4)
        }
        let names = try store.fetch(\.name, Member.all)
        #expect(names == ["Anna", "Bob", "", ""])
        #expect(try store.find(Member.self, \.rank, Degree(number: 6))?.id == 2)
    }

    @Test func `attributes with different stages cannot be compared`() throws {
        let store = try Store.inMemory(Kept.self)
        let fields = Kept.Fields(FieldPath())
        let error = storeError {
            try store.fetch(Kept.where(fields.text == fields.both))
        }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains("text") == true)
        #expect(error?.message.contains("both") == true)
    }
}
