#if Macros
    import Nacre
    import Testing

    /// Inside the braces of a filter, fields of the outer objects refer to these.
    @Suite struct OuterFieldTests {
        @Entity
        struct Knight: Hashable {
            let id: Int
            var age: Int
            var titles: [String] = []
            @Relationship(.noAction) var friends: [Ref<Knight>] = []
            var liege: Ref<Knight>?
            @Relationship(inverse: \Knight.liege) var vassals: ToMany<Knight>
        }

        /// The knights as Swift values. One friend has been deleted.
        private struct Order {
            let knights = [
                Knight(id: 1, age: 20, titles: ["Sir"]),
                Knight(id: 2, age: 50, friends: [Ref(id: 1)], liege: Ref(id: 1)),
                Knight(id: 3, age: 30, friends: [Ref(id: 2)], liege: Ref(id: 2)),
                Knight(
                    id: 4, age: 60, titles: ["Sir", "Earl"],
                    friends: [Ref(id: 1), Ref(id: 2), Ref(id: 2)], liege: Ref(id: 1)),
                Knight(
                    id: 5, age: 30, friends: [Ref(id: 3), Ref(id: 4), Ref(id: 99)],
                    liege: Ref(id: 4)),
                Knight(id: 6, age: 20, friends: [Ref(id: 5), Ref(id: 6)], liege: Ref(id: 6)),
                Knight(id: 7, age: 70, titles: ["Earl"], friends: [Ref(id: 4), Ref(id: 3)]),
            ]

            subscript(reference: Ref<Knight>?) -> Knight? {
                knights.first { $0.id == reference?.id }
            }

            func vassals(_ knight: Knight?) -> [Knight] {
                knight.map { lord in knights.filter { $0.liege?.id == lord.id } } ?? []
            }

            func has(_ knight: Knight, friend isMeant: (Knight) -> Bool) -> Bool {
                knight.friends.contains { self[$0].map(isMeant) ?? false }
            }
        }

        /// Checks the results of a filter, and of the filter parsed from its text.
        private func check(
            _ make: (Knight.Fields) -> Filter<Knight>, means holds: (Order, Knight) -> Bool,
            at location: SourceLocation = #_sourceLocation
        ) throws {
            let order = Order()
            let store = try Store.inMemory(Knight.self)
            try store.performChanges { changes in
                for knight in order.knights { try changes.insert(knight) }
            }
            let filter = Filter<Knight>(make)
            let text = Comment("\(filter)")
            let parsed = try Filter<Knight>(parsing: filter.description)
            #expect(parsed == filter, text, sourceLocation: location)
            let expected = order.knights.filter { holds(order, $0) }.map(\.id)
            // Otherwise the case proves nothing.
            #expect(!expected.isEmpty, text, sourceLocation: location)
            #expect(expected.count < order.knights.count, text, sourceLocation: location)
            let found = try store.fetch(Knight.where(filter)).map(\.id)
            #expect(found == expected, text, sourceLocation: location)
            let others = try store.fetch(Knight.where(!parsed)).map(\.id)
            let rest = order.knights.map(\.id).filter { !expected.contains($0) }
            #expect(others == rest, text, sourceLocation: location)
        }

        @Test func `a condition on the outer object applies to that object`() throws {
            try check {
                one in
                one.friends.contains { $0.age > 20 && one.age > 40 }
            } means: {
                order, one in
                order.has(one) { $0.age > 20 && one.age > 40 }
            }
            try check {
                one in
                one.friends.allSatisfy { _ in one.age > 40 }
            } means: {
                $1.friends.isEmpty || $1.age > 40
            }
            try check {
                one in
                one.vassals.contains { $0.age > 40 || !(one.age == 20) }
            } means: {
                order, one in
                order.vassals(one).contains { $0.age > 40 || !(one.age == 20) }
            }
            try check {
                one in
                one.friends.contains { _ in one.titles.contains { $0 == "Sir" } }
            } means: {
                order, one in
                order.has(one) { _ in one.titles.contains("Sir") }
            }
            try check {
                one in
                one.friends.contains { $0.liege.age > 20 && one.liege.age < 60 }
            } means: { order, one in
                order.has(one) {
                    (order[$0.liege]?.age ?? 0) > 20 && (order[one.liege]?.age ?? 99) < 60
                }
            }
        }

        @Test func `attributes of the inner object are compared with those of the outer one`()
            throws
        {
            try check {
                one in
                one.friends.contains { $0.age > one.age }
            } means: {
                order, one in
                order.has(one) { $0.age > one.age }
            }
            try check {
                one in
                one.vassals.allSatisfy { one.age < $0.age }
            } means: {
                order, one in
                order.vassals(one).allSatisfy { one.age < $0.age }
            }
            try check {
                one in
                one.liege.vassals.contains { $0.age >= one.age && $0.id != one.id }
            } means: { order, one in
                order.vassals(order[one.liege]).contains { $0.age >= one.age && $0.id != one.id }
            }
            try check {
                one in
                one.friends.contains { $0.liege == one.liege }
            } means: {
                order, one in
                order.has(one) { $0.liege == one.liege }
            }
            try check {
                one in
                !one.friends.contains { $0.liege.age < one.liege.age }
            } means: { order, one in
                !order.has(one) { friend in
                    let (age, other) = (order[friend.liege]?.age, order[one.liege]?.age)
                    return age.flatMap { age in other.map { age < $0 } } ?? false
                }
            }
        }

        @Test func `a filter can refer to each of several outer objects`() throws {
            try check { one in
                one.friends.contains { two in
                    two.friends.contains { $0.age < two.age && $0.age != one.age }
                }
            } means: { order, one in
                order.has(one) { two in
                    order.has(two) { $0.age < two.age && $0.age != one.age }
                }
            }
            try check {
                one in
                one.friends.contains { two in two.friends.contains { _ in two.id == 2 } }
            } means: {
                order, one in
                order.has(one) { $0.id == 2 && order.has($0) { _ in true } }
            }
            try check { one in
                one.friends.contains { two in two.friends.contains { _ in one.age > two.age } }
            } means: { order, one in
                order.has(one) { two in order.has(two) { _ in one.age > two.age } }
            }
            // Both arrays are those of the outermost object.
            try check { one in
                one.friends.contains { two in one.friends.contains { $0.age > two.age } }
            } means: { order, one in
                order.has(one) { two in order.has(one) { $0.age > two.age } }
            }
            try check { one in
                one.friends.contains { two in one.liege.vassals.contains { $0.id == two.id } }
            } means: { order, one in
                order.has(one) { two in order.vassals(order[one.liege]).contains { $0.id == two.id }
                }
            }
        }

        @Test func `counts of filters that use the outer object are compared`() throws {
            try check {
                one in
                one.friends.count { $0.age < one.age } >= 2
            } means: {
                order, one in
                one.friends.count { (order[$0]?.age ?? 99) < one.age } >= 2
            }
            try check {
                one in
                (1...2).contains(one.vassals.count { $0.age > one.age })
            } means: { order, one in
                (1...2).contains(order.vassals(one).count { $0.age > one.age })
            }
            try check {
                one in
                one.liege.vassals.count { $0.age > one.age } == 0
            } means: { order, one in
                order[one.liege].map { lord in
                    order.vassals(lord).count { $0.age > one.age } == 0
                } ?? false
            }
        }

        @Test func `filters that use the outer object combine with others`() throws {
            try check { one in
                one.age > 20 && one.friends.contains { $0.age > one.age } || one.id == 1
            } means: { order, one in
                one.age > 20 && order.has(one) { $0.age > one.age } || one.id == 1
            }
            try check { one in
                one.liege.age < one.age && !one.friends.contains { $0.age == one.age }
                    && one.friends.contains { $0.age < 60 }
            } means: { order, one in
                (order[one.liege]?.age ?? 99) < one.age && !order.has(one) { $0.age == one.age }
                    && order.has(one) { $0.age < 60 }
            }
        }
    }
#endif
