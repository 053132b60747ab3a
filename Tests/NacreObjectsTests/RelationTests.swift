#if Macros
    import Nacre
    import NacreObjects
    import Testing

    /// Live objects reached by sets of references, and on the other side of references.
    @Suite struct RelationTests {
        @Entity
        struct Author: Hashable {
            let id: Int
            var name: String
            @Relationship(inverse: \Book.author) var books: ToMany<Book>
            @Relationship(inverse: \Book.readers) var shelf: ToMany<Book>
        }

        @Entity
        struct Book: Hashable {
            let id: Int
            var title: String
            var isHidden = false
            @Relationship(.nullify) var author: Ref<Author>?
            @Relationship(.noAction) var readers: Set<Ref<Author>> = []
            static let defaultFilter = Filter<Book> { $0.isHidden == false }
        }

        private static func store() throws -> Store {
            let store = try Store.inMemory(Author.self, Book.self)
            try store.performChanges { changes in
                for (id, name) in [(2, "Bo"), (1, "Anne"), (10, "Cleo")] {
                    try changes.insert(Author(id: id, name: name))
                }
                let readers = Set([10, 2, 1, 99].map { Ref<Author>(id: $0) })
                try changes.insert(Book(id: 1, title: "a", author: Ref(id: 1), readers: readers))
                try changes.insert(Book(id: 2, title: "b", author: Ref(id: 1)))
                try changes.insert(Book(id: 3, title: "c", author: Ref(id: 2)))
                try changes.insert(
                    Book(id: 4, title: "d", isHidden: true, author: Ref(id: 1)))
            }
            return store
        }

        private static func anne(_ context: Context) throws -> Managed<Author> {
            try #require(try context.find(Author.self, 1))
        }

        @Test func `a set of references gives its objects in the order of their ids`() throws {
            let context = try Context(try Self.store())
            let book = try #require(try context.find(Book.self, 1))
            #expect(book.readers.map(\.name) == ["Anne", "Bo", "Cleo"], "and to none that is gone")
            #expect(book.readers.first === (try Self.anne(context)))
            book.readers.first?.name = "x"
            context.delete(try #require(try context.find(Author.self, 2)))
            #expect(book.readers.map(\.name) == ["x", "Cleo"])
            book.readers = [Ref(id: 2), Ref(id: 10)]
            #expect(book.readers.map(\.name) == ["Cleo"])
        }

        @Test func `an included other side is not read again until the context moves on`() throws {
            let store = try Self.store()
            let context = try Context(store)
            let authors = try context.fetch(
                Author.all, including: \.books, \.shelf)
            #expect(authors.map { $0.books.map(\.id) } == [[1, 2], [3], []])
            #expect(authors.map { $0.shelf.map(\.id) } == [[1], [1], [1]])
            let bo = try #require(try context.find(Author.self, 2))
            #expect(bo === authors[1])
            try store.performChanges { changes in
                try changes.insert(Book(id: 9, title: "z", author: Ref(id: 10)))
            }
            #expect(authors[2].books.isEmpty)
            try context.refresh()
            #expect(authors[2].books.map(\.id) == [9])
        }

        @Test func `the other side of a reference gives the referring objects, each once`() throws {
            let store = try Self.store()
            let context = try Context(store)
            let anne = try Self.anne(context)
            let second = try #require(try context.find(Book.self, 2))
            second.title = "changed"
            #expect(anne.books.map(\.title) == ["a", "changed"], "hidden ones are left out")
            #expect(anne.books.last === second && anne.books.first?.author === anne)
            #expect(anne.shelf.map(\.id) == [1], "of a set of references, too")
            anne.books.first?.title = "first"
            try context.save()
            #expect(try store.fetch(\.title, Book.all) == ["first", "changed", "c"])
            let new = context.insert(Author(id: 3, name: "New"))
            #expect(new.books.isEmpty)
            let members: ToMany<Book> = anne.books
            #expect(try store.count(members) == 2, "the property itself is there as before")
        }

        @Test func `the other side has the saved objects, without those deleted here`() throws {
            let context = try Context(try Self.store())
            let anne = try Self.anne(context)
            let third = try #require(try context.find(Book.self, 3))
            third.author = anne
            #expect(anne.books.map(\.id) == [1, 2], "not yet")
            context.delete(try #require(try context.find(Book.self, 1)))
            #expect(anne.books.map(\.id) == [2])
            try context.save()
            #expect(anne.books.map(\.id) == [2, 3])
        }

        @Test func `an observer of the other side is notified when its objects change`() throws {
            let store = try Self.store()
            let context = try Context(store)
            let anne = try Self.anne(context)
            let bo = try #require(try context.find(Author.self, 2))
            func readers() -> (anne: Watch, bo: Watch, name: Watch) {
                (
                    Watch { anne.books.map(\.id) }, Watch { bo.books.map(\.id) },
                    Watch { anne.name }
                )
            }
            var (ofAnne, ofBo, name) = readers()
            try store.performChanges { changes in
                try changes.update(Book.self, 1) { $0.title = "theirs" }
                try changes.insert(Book(id: 5, title: "e", author: Ref(id: 2)))
            }
            #expect(!ofAnne.isTold && !ofBo.isTold, "the context has not moved")
            try context.refresh()
            #expect(!ofAnne.isTold && ofBo.isTold && !name.isTold)
            (ofAnne, ofBo, name) = readers()
            try #require(try context.find(Book.self, 3)).author = anne
            #expect(!ofAnne.isTold && !ofBo.isTold)
            try context.save()
            #expect(ofAnne.isTold && ofBo.isTold && !name.isTold)
            (ofAnne, ofBo, name) = readers()
            context.delete(try #require(try context.find(Book.self, 3)))
            #expect(ofAnne.isTold && !ofBo.isTold && !name.isTold)
        }

        @Test func `only readers that read the other side again are notified again`() throws {
            let store = try Self.store()
            let context = try Context(store)
            let anne = try Self.anne(context)
            for id in 20..<23 {
                let books = Watch { anne.books.map(\.id) }
                let shelf = Watch { anne.shelf.map(\.id) }
                try store.performChanges { changes in
                    try changes.insert(Author(id: id, name: "x"))
                }
                try context.refresh()
                #expect(!books.isTold && !shelf.isTold, "no book came")
                try store.performChanges { changes in
                    try changes.insert(Book(id: id, title: "x", author: Ref(id: 1)))
                }
                try context.refresh()
                #expect(books.isTold && !shelf.isTold)
                try context.refresh()
            }
            #expect(anne.books.map(\.id) == [1, 2, 20, 21, 22])
        }

        @Test func `an observer of a set of references is notified when it changes`() throws {
            let context = try Context(try Self.store())
            let book = try #require(try context.find(Book.self, 1))
            let readers = Watch { book.readers.map(\.id) }
            book.title = "x"
            #expect(!readers.isTold)
            book.readers.insert(Ref(id: 98))
            #expect(readers.isTold)
        }

        @Test func `reading the other side retains its objects`() throws {
            let context = try Context(try Self.store())
            let anne = try Self.anne(context)
            #expect(anne.books.count == 2)
            weak let book = try context.find(Book.self, 1)
            weak let other = try context.find(Book.self, 3)
            #expect(book != nil && other == nil)
        }

        @Test func `saving throws an error of reading the other side`() throws {
            let context = try Context(try Store.inMemory(Author.self))
            let anne = context.insert(Author(id: 1, name: "Anne"))
            #expect(anne.books.isEmpty)
            let error = #expect(throws: StoreError.self) { try context.save() }
            #expect(error?.code == .unknownEntity)
            try context.save()
        }
    }
#endif
