#if Macros
    import Foundation
    import Nacre
    import Testing

    /// Values that are unique among some objects, as the macro declares them.
    @Suite struct ConditionalUniqueMacroTests {
        @Entity
        struct Post: Hashable {
            #Unique<Post>([\.slug], conflict: .replace, where: Post.isLive)
            #Unique<Post>([\.author, \.rank], where: Post.isRanked)
            let id: Int
            var slug: String
            var author = "anne"
            var rank = 0
            var deleted: Date?

            static func isLive(_ post: Fields) -> Filter<Post> { post.deleted == nil }
            static func isRanked(_ post: Fields) -> Filter<Post> {
                post.deleted == nil && post.rank > 0
            }
        }

        @Test func `a soft-deleted slug does not stay taken`() throws {
            let store = try Store.inMemory(Post.self)
            let day = Date(timeIntervalSinceReferenceDate: 0)
            try store.performChanges { changes in
                try changes.insert(Post(id: 1, slug: "a", rank: 1, deleted: day))
                try changes.insert(Post(id: 2, slug: "a", rank: 1))
                try changes.insert(Post(id: 3, slug: "b"))
                try changes.insert(Post(id: 4, slug: "c"))
            }
            #expect(try store.find(Post.self, \.slug, "a")?.id == 2)
            #expect(try store.find(Post.self, \.slug, "z") == nil)
            try store.performChanges { changes in
                let met = try changes.upsert(Post(id: 9, slug: "a", rank: 2), on: \.slug)
                #expect(met == Post(id: 2, slug: "a", rank: 2))
                let found = try changes.findOrInsert(Post.self, \.slug, "b") {
                    Issue.record("there is one")
                    return Post(id: 8, slug: "b")
                }
                #expect(found.id == 3)
                #expect(try changes.save(Post(id: 7, slug: "c", rank: 5)).id == 4)
            }
            let error = #expect(throws: StoreError.self) {
                try store.performChanges { try $0.insert(Post(id: 10, slug: "d", rank: 5)) }
            }
            #expect(error?.code == .uniqueViolation)
            #expect(error?.message.contains("'author, rank'") == true)
        }
    }
#endif
