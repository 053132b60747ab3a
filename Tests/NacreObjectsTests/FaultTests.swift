#if Macros
    import Nacre
    import NacreObjects
    import Synchronization
    import Testing

    /// The reads of a context, counted at the decoding of stored objects. One test at a time: the
    /// type has one counter.
    @Suite(.serialized) struct FaultTests {
        struct Link: Entity, Hashable {
            static let reads = Atomic(0)
            static let schema = EntitySchema(
                Link.read, Attribute("id", \.id), Attribute("next", \.next))
            let id: Int
            var next: Ref<Link>?

            static func read(id: Int, next: Ref<Link>?) -> Link {
                reads.add(1, ordering: .relaxed)
                return Link(id: id, next: next)
            }
        }

        private static func reads<Result>(_ body: () throws -> Result) rethrows -> (Result, Int) {
            let before = Link.reads.load(ordering: .relaxed)
            let result = try body()
            return (result, Link.reads.load(ordering: .relaxed) - before)
        }

        @Test func `T7 T25 following a reference reads one object, once, and hasFault reads none`()
            throws
        {
            let store = try Store.inMemory(Link.self)
            try store.performChanges { changes in
                for id in 0..<10 {
                    try changes.insert(Link(id: id, next: Ref(id: (id + 1) % 10)))
                }
            }
            let context = try Context(store)
            let (found, first) = try Self.reads { try context.find(Link.self, 0) }
            let link = try #require(found)
            #expect(first == 1)
            #expect(Self.reads { link.hasFault(for: \.next) } == (true, 0))
            let (next, touching) = Self.reads { link.next }
            #expect(next?.id == 1 && touching == 1)
            #expect(Self.reads { link.hasFault(for: \.next) } == (false, 0))
            // Identity: an object that the context has is not read again.
            let (again, second) = try Self.reads { (link.next, try context.find(Link.self, 1)) }
            #expect(again.0 === next && again.1 === next && second == 0)
        }

        @Test func `T7 a fetch with included objects leaves nothing to be read`() throws {
            let store = try Store.inMemory(Link.self)
            try store.performChanges { changes in
                for id in 0..<10 {
                    try changes.insert(Link(id: id, next: Ref(id: (id + 1) % 10)))
                }
            }
            let context = try Context(store)
            let (links, reading) = try Self.reads {
                try context.fetch(Link.where { $0.id < 3 }, including: \.next.next)
            }
            #expect(links.map(\.id) == [0, 1, 2] && reading == 5)
            #expect(links.allSatisfy { !$0.hasFault(for: \.next) })
            let (reached, following) = Self.reads { links.map { $0.next?.next?.id } }
            #expect(reached == [2, 3, 4] && following == 0)
            // The last step was not included.
            let (last, touching) = Self.reads { links[2].next?.next?.next?.id }
            #expect(last == 5 && touching == 1)
        }
    }
#endif
