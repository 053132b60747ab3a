import Nacre
import NacreTestSupport
import Testing

/// An entity with an index.
private struct Village: Entity {
    let id: Int
    var name: String
    var people: Int
    var height: Double?

    static let schema = EntitySchema(
        Village.init, Attribute("id", \.id), Attribute("name", \.name),
        Attribute("people", \.people, .indexed), Attribute("height", \.height, .indexed))
}

/// A length that only some numbers are.
private struct Odd: Storable, Hashable {
    struct Even: Error {}
    var number: Int

    static let transformer = Transformer<Odd, Int>(
        transform: \.number,
        reverse: { number in
            guard number % 2 == 1 else { throw Even() }
            return Odd(number: number)
        })
}

private struct Plank: Entity {
    let id: Int
    var length: Odd

    static let schema = EntitySchema(
        Plank.init, Attribute("id", \.id), Attribute("length", \.length))
}

/// Reads that only indexes can answer, and the explanation of the index that a request uses.
@Suite struct IndexedTests {
    private func towns() throws -> Store {
        let store = try Store.inMemory(Village.self)
        try store.performChanges { changes in
            for id in 1...100 {
                let height = id % 10 == 0 ? nil : id % 10 == 1 ? .nan : Double(id)
                try changes.insert(
                    Village(id: id, name: "t\(id)", people: id * id, height: height))
            }
        }
        return store
    }

    @Test func `rank and percentile count lesser values, without nil and NaN`() throws {
        let store = try towns()
        #expect(try store.rank(of: 25, Village.self, \.people) == 4)
        #expect(try store.rank(of: 26, Village.self, \.people) == 5)
        #expect(try store.percentile(0.5, Village.self, \.people) == 2500)
        #expect(try store.percentile(1, Village.self, \.people) == 10_000)
        #expect(try store.rank(of: 5.5, Village.self, \.height) == 4)
        #expect(try store.percentile(0, Village.self, \.height) == 2)
        #expect(try store.percentile(1, Village.self, \.height) == 99)
        #expect(try store.max(\.height, Village.all) == 99)
        #expect(try store.percentile(0.5, Village.self, \.id) == 50)
        try store.performChanges { changes in
            try changes.delete(Village.where { $0.people > 0 })
            let median = try changes.percentile(0.5, Village.self, \.people)
            #expect(median == nil)
        }
    }

    @Test func `ranks and percentiles without an index read all objects`() throws {
        let store = try towns()
        let names = try store.fetch(Village.all).map(\.name).sorted()
        let middle = names[(names.count + 1) / 2 - 1]
        #expect(try store.percentile(0.5, Village.self, \.name) == middle)
        let rank = try store.rank(of: middle, Village.self, \.name)
        #expect(rank == names.count { $0 < middle })
    }

    @Test func `invalid fractions and values without a rank are refused by name`() throws {
        let fraction = storeError { try towns().percentile(1.5, Village.self, \.people) }
        #expect(fraction?.code == .invalidValue)
        #expect(fraction?.message.contains("'people' of 'Village'") == true)
        let nan = storeError { try towns().rank(of: .nan, Village.self, \.height) }
        #expect(nan?.code == .invalidValue)
    }

    @Test func `an unreadable value is reported with its entity`() throws {
        let store = try Store.inMemory(Plank.self)
        try store.performChanges { try $0.insert(Plank(id: 1, length: Odd(number: 2))) }
        let error = storeError { try store.distinct(\.length, Plank.all) }
        #expect(error?.code == .undecodable)
        #expect(error?.message.contains("'length' of 'Plank'") == true)
    }

    @Test func `a request explains its index`() throws {
        let store = try towns()
        let few = try Village.where { $0.people < 10 }.explain(in: store)
        #expect(few.indexes == ["people"])
        #expect(few.candidateCount == 3)
        #expect(few.objectCount == 100)
        #expect(few.isSorted)
        #expect("\(few)".hasPrefix("Village: index on people, 3 of 100 objects"))
        let walk = try Village.all.sorted(\.people.descending).limit(3).explain(in: store)
        #expect(!walk.isSorted)
        #expect("\(walk)".hasSuffix("order: that of the index on people, descending"))
        let all = try Village.where { $0.name == "t1" }.explain(in: try store.snapshot())
        #expect(all.indexes == [])
        #expect(all.candidateCount == 100)
        try store.performChanges { changes in
            let explanation = try Village.all.limit(1).explain(in: changes)
            #expect(explanation.objectCount == 100)
        }
    }
}
