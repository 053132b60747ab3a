import Foundation
import Nacre
import Testing

/// Runs the code of the guides.
@Suite struct GuideTests {
    /// Makes a store with one book in it.
    private func library() throws -> (Store, emma: Book) {
        let store = try Store.inMemory(Author.self, Book.self, Club.self)
        let emma = try store.performChanges { changes in
            let austen = try changes.insert(Author(id: "austen", name: "Jane Austen", born: nil))
            return try changes.insert(
                Book(
                    isbn: "978-0", title: "Emma", author: Ref(austen), genre: .novel, pages: 474,
                    shelf: Shelf(room: "Library", number: 3)))
        }
        return (store, emma)
    }

    @Test func `savepoints, queries and snapshots work as the guide shows`() throws {
        let (store, emma) = try library()
        let books = [
            Book(
                isbn: "978-1", title: "Persuasion", author: emma.author, genre: .novel, pages: 249),
            Book(isbn: "978-0", title: "Emma", author: emma.author, genre: .novel, pages: 474),
        ]
        var duplicates: [String] = []
        // snippet: savepoint
        try store.performChanges { changes in
            for book in books {
                do {
                    try changes.savepoint {
                        _ = try changes.upsert(book, on: \.isbn, conflict: .error)
                    }
                } catch let error as StoreError where error.code == .uniqueViolation {
                    duplicates.append(book.isbn)
                }
            }
        }
        // end snippet
        #expect(duplicates == ["978-0"])

        // snippet: ask
        let long = try store.fetch(
            Book.where { $0.genre == .novel && $0.pages >= 400 && $0.shelf.room == "Library" }
                .sorted(\.pages.descending).limit(10))
        let titles = try store.fetch(\.title, Book.sortedFetchRequest)
        let austen = try store.find(long.first?.author)
        let found = try store.find(Book.self, \.isbn, "978-0")
        let count = try store.count(Book.where { $0.title.hasPrefix("E") || $0.shelf == nil })
        // end snippet
        #expect(long.map(\.id) == [emma.id])
        #expect(titles == ["Emma", "Persuasion"])
        #expect(austen?.name == "Jane Austen")
        #expect(found?.shelf == Shelf(room: "Library", number: 3))
        #expect(count == 2)

        // snippet: snapshot
        let snapshot = try store.snapshot()
        let pages = try snapshot.fetch(Book.all.select(\.title, \.pages))
        let total = try snapshot.count(Book.all)
        // end snippet
        #expect(pages.map(\.1).reduce(0, +) == 723)
        #expect(total == 2)
    }

    @Test func `text filters, collections and predicates work as the guide shows`() throws {
        let (store, emma) = try library()
        try store.performChanges { changes in
            try changes.insert(Club(host: emma.author, reads: [Ref(emma)]))
        }
        // snippet: texts
        let french = try store.fetch(
            Book.where { $0.title.hasPrefix("emi", ignoringCase: true, ignoringDiacritics: true) })
        let numbered = try store.fetch(Book.where { $0.title.matches("[0-9]+$") })
        // end snippet
        #expect(french.isEmpty && numbered.isEmpty)

        // snippet: beside
        let named = try store.fetch(Book.where { $0.title == $0.isbn || $0.title < $0.isbn })
        let memoirs = try store.fetch(Book.where { $0.title == $0.author.name && $0.pages > 100 })
        let readings = try store.fetch(
            Club.where { club in club.reads.contains { $0.author == club.host && $0.pages > 100 } })
        // end snippet
        #expect(memoirs.isEmpty)
        #expect(readings.count == 1)
        let books = try store.fetch(Book.all)
        #expect(named == books.filter { $0.title <= $0.isbn })
        #expect(named.count < books.count)

        // snippet: collections
        let tagged = try store.fetch(Book.where { $0.keywords.contains("family") })
        let short = try store.fetch(
            Book.where { $0.keywords.count < 3 && $0.keywords.allSatisfy { !$0.hasPrefix("x-") } })
        let same = try store.count(Book.where { $0.keywords == ["family", "england"] })
        // end snippet
        #expect(tagged.isEmpty && short.count == 1 && same == 0)

        // snippet: predicates
        let predicate = #Predicate<Book> { $0.pages > 400 && $0.keywords.contains("family") }
        let long = try store.fetch(Book.where(try Filter(predicate)))
        let sent = try JSONEncoder().encode(Book.where { $0.pages > 400 }.limit(10))
        let received = try JSONDecoder().decode(FetchRequest<Book>.self, from: sent)
        // end snippet
        #expect(long.isEmpty)
        #expect(try store.fetch(received).map(\.title) == ["Emma"])
    }

    @Test func `requests from clients work as the guide shows`() async throws {
        let store = try libraryOfTwo()
        let query = "pages > 200 && title.hasPrefix(\"E\")"
        // Long: other tests may keep the threads of all tasks busy for minutes.
        let patience = Duration.seconds(3600)
        // snippet: allowed
        let asked = try Filter<Book>(parsing: query, allowing: [\.title, \.pages, \.keywords])
        let answer = try await store.read(deadline: .now + patience) { snapshot in
            try snapshot.fetch(Book.where(asked).limit(50))
        }
        // end snippet
        #expect(answer.map(\.title) == ["Emma"])
    }

    @Test func `requests and groups work as the guide shows`() throws {
        let store = try libraryOfTwo()
        // snippet: request
        let request = Book.where { $0.genre == .novel && $0.pages >= 200 }
            .sorted(\.title.ascending).limit(10)
        let novels = try store.fetch(request)
        let titles = try store.fetch(\.title, request)
        // end snippet
        #expect(novels.map(\.title) == titles)
        #expect(titles == ["Emma", "Persuasion"])

        // snippet: aggregates
        let pages = try store.sum(\.pages, Book.all)
        let average = try store.average(\.pages, Book.where { $0.genre == .novel })
        let longest = try store.max(\.pages, Book.all)
        let genres = try store.distinct(\.genre, Book.all)
        // end snippet
        #expect(pages == 723)
        #expect(average == 361.5)
        #expect(longest == 474)
        #expect(genres == [.novel])

        // snippet: groups
        let byGenre = try store.group(Book.all, by: \.genre, .count, .sum(\.pages))
        for (genre, (count, pages)) in byGenre { print(genre, count, pages) }
        let shelves = try store.group(Book.all, by: \.shelf.room, \.genre, .count) {
            room, _, count in room != nil && count > 1
        }
        // end snippet
        #expect(shelves.map(\.values) == [2])
    }

    /// Makes a store with a second book on the same shelf.
    func libraryOfTwo() throws -> Store {
        let (store, emma) = try library()
        try store.performChanges { changes in
            try changes.insert(
                Book(
                    isbn: "978-1", title: "Persuasion", author: emma.author, genre: .novel,
                    pages: 249, shelf: emma.shelf))
        }
        return store
    }

    @Test func `explanations and orders work as the guide shows`() throws {
        let store = try libraryOfTwo()
        // snippet: explain aggregates
        // Of many books: Book: index on title, 2380 of 5000 objects
        print(try store.explain(.count, Book.where { $0.title >= "M" }))
        // order: that of the index on title, descending
        print(try store.explain(.max(\.title), Book.all))
        // end snippet

        // snippet: explain groups
        let plan = try store.explainGroups(
            Book.where { $0.title >= "M" }, by: \.shelf.room, \.genre, with: .count, .sum(\.pages))
        // Of many books: Book: index on title, 2380 of 5000 objects
        // groups: count, sum(pages) by shelf.room, genre
        print(plan)
        print(plan.objects.indexes, plan.keys, plan.columns, plan.indexes)
        // end snippet
        #expect(plan.description.hasSuffix("\ngroups: count, sum(pages) by shelf.room, genre"))

        // snippet: groups of indexes
        // Of many books: groups: count by title, known by index on title
        print(try store.explainGroups(Book.all, by: \.title, with: .count))
        // end snippet

        // snippet: order
        let before = try store.rank(of: "M", Book.self, \.title)
        let middle = try store.percentile(0.5, Book.self, \.title)
        // end snippet
        #expect(before == 1)
        #expect(middle == "Emma")

        // snippet: explain
        let explanation = try Book.where { $0.title.hasPrefix("E") }.explain(in: store)
        // Of many books: Book: index on title, 12 of 5000 objects ...
        print(explanation)
        print(explanation.candidateCount, explanation.indexes, explanation.isSorted)
        // end snippet
        #expect(explanation.objectCount == 2)

        // snippet: explain a projection
        // ... decodes 2 of 10 attributes
        print(try Book.all.select(\.title, \.pages).explain(in: store))
        // end snippet
        let projection = try Book.all.select(\.title, \.pages).explain(in: store)
        #expect(projection.description.hasSuffix("decodes 2 of 10 attributes"))
    }

    @Test func `columns answer filters and groups as the guide shows`() throws {
        let readings = try Store.inMemory(Reading.self)
        try readings.performChanges { changes in
            for id in 0..<50 {
                try changes.insert(
                    Reading(
                        id: id, station: id % 2 == 0 ? "lab" : "roof", time: .now,
                        degrees: Double(id)))
            }
        }
        // snippet: column filter
        let hot = try readings.count(Reading.where { $0.degrees > 35 && $0.station != "lab" })
        let latest = try readings.fetch(Reading.all.sorted(\.time.descending).limit(10))
        let byStation = try readings.group(Reading.all, by: \.station, .count, .average(\.degrees))
        // end snippet
        #expect(hot == 7)
        #expect(latest.count == 10)
        #expect(byStation.map(\.key) == ["lab", "roof"])
        #expect(byStation.map(\.values.0) == [25, 25])
        let explanation = try Reading.where { $0.degrees > 35 && $0.time < .now }
            .explain(in: readings)
        #expect(explanation.description.contains("columns time, degrees"))
    }

    @Test func `a view writes a part of an object`() throws {
        let store = try Store.inMemory(BookTitle.self)
        let author = Author(id: "hamsun", name: "Knut Hamsun")
        let book = Book(
            isbn: "1", title: "Pan, a novel", author: Ref(author), genre: .novel, pages: 90,
            keywords: ["forest"])
        let id = book.id
        try store.performChanges { changes in
            try changes.insert(author)
            try changes.insert(book)
        }
        // snippet: writing a view
        for book in try store.fetch(BookTitle.where { $0.pages < 100 }.sorted(\.pages.ascending)) {
            print(book.title, book.pages)
        }
        try store.performChanges { changes in
            try changes.update(BookTitle.self, id) { $0.title = "Pan" }
        }
        // end snippet
        let read = try #require(try store.find(Book.self, id))
        #expect(read.title == "Pan")
        #expect(read.keywords == ["forest"])
        #expect(throws: StoreError.self) {
            try store.performChanges {
                try $0.insert(BookTitle(id: ObjectID(), title: "Hunger", pages: 200))
            }
        }
    }

    @Test func `requests follow references as the guide shows`() throws {
        let (store, emma) = try library()
        let club = Club(host: nil, reads: [Ref(emma)])
        try store.performChanges { changes in
            try changes.insert(club)
            try changes.insert(Club(host: emma.author, reads: []))
            try changes.update(Author.all) { $0.born = .distantPast }
        }
        // snippet: references
        let early = try store.fetch(
            Book.where { $0.author.name.hasPrefix("Jane") && $0.author.born < .now }
                .sorted(\.author.name.ascending, \.title.ascending))
        let clubs = try store.fetch(
            Club.where { $0.reads.contains { $0.author.born == nil && $0.pages > 400 } })
        // end snippet
        #expect(early.map(\.title) == ["Emma"])
        #expect(clubs.isEmpty)

        // snippet: reached
        for (title, author) in try store.fetch(Book.all.select(\.title, \.author.name)) {
            print(title, author ?? "anonymous")
        }
        let youngest = try store.max(\.author.born, Book.where { $0.genre == .novel })
        let shelves = try store.group(Book.all, by: \.author.name, .count, .sum(\.pages))
        // end snippet
        #expect(youngest == .distantPast)
        #expect(shelves.map(\.key) == ["Jane Austen"])
        #expect(shelves[0].values == (1, 474))
        try store.performChanges { changes in
            try changes.update(Author.all) { $0.born = nil }
        }
        #expect(
            try store.fetch(Club.where { $0.reads.contains { $0.author.born == nil } }).map(\.id)
                == [club.id])
        #expect(try store.count(Club.where { $0.host.name == "Jane Austen" }) == 1)
    }

    @Test func `pages, streams and orders work as the guide shows`() throws {
        let store = try libraryOfTwo()
        // snippet: pages
        let list = Book.all.sorted(\.pages.descending).limit(20)
        var cursor: Cursor<Book>?
        repeat {
            let page = try store.page(list.after(cursor))
            for book in page { print(book.title) }
            cursor = page.cursor
        } while cursor != nil
        // end snippet

        // snippet: streams
        var everything = try store.stream(Book.all, batch: 500)
        var count = 0
        while let book = try everything.next() { count += book.pages }
        var rows = try store.stream(Book.all.select(\.title, \.genre))
        while let (title, genre) = try rows.next() { print(title, genre) }
        // end snippet
        #expect(count == 723)

        // snippet: language
        let norwegian = TextOrder.localized(Locale(identifier: "nb_NO"))
        let shelved = Book.all.sorted({ $0.title.ascending(norwegian) }, \.pages.descending)
        // end snippet
        #expect(try store.fetch(\.title, shelved) == ["Emma", "Persuasion"])

        // snippet: many
        let places = try store.group(
            Book.all, by: \.shelf.room, \.shelf.number, \.genre, with: .count, .max(\.pages))
        for ((room, number, genre), (count, longest)) in places {
            print(room ?? "-", number ?? 0, genre, count, longest ?? 0)
        }
        let full = try store.group(
            Book.all, by: \.shelf.room, \.shelf.number, \.genre, with: .count, .max(\.pages)
        ) { group in
            let (room, number, _) = group.key
            return room != nil && number != nil && group.values.0 > 40
        }
        // end snippet
        #expect(full.isEmpty)
        #expect(places.map(\.values.0) == [2])
    }

    @Test func `V38 a task changes a store as the guide shows`() async throws {
        let store = try Store.inMemory(Author.self, Book.self)
        try await store.performChanges { changes in
            try changes.insert(Author(id: "x", name: "Jane Austen", born: nil))
            try changes.insert(
                Book(isbn: "1", title: "Emma", author: Ref(id: "x"), genre: .novel, pages: 1))
        }
        // snippet: async
        let counted = try await store.performChanges { changes in
            try changes.update(Book.where { $0.title.hasPrefix("e", ignoringCase: true) }) {
                $0.pages += 1
            }
        }
        // end snippet
        #expect(counted == 1)
    }

    @Test func `the types of the guide can be stored and filtered`() throws {
        let store = try Store.inMemory(Sale.self, Measurement.self, Member.self)
        let sale = try store.performChanges { changes in
            try changes.insert(
                Sale(
                    status: .active, opening: Opening(weekday: 1, hours: [9, 17]),
                    price: Money(cents: 501)))
        }
        #expect(try store.fetch(Sale.where { $0.price > Money(cents: 500) }).map(\.id) == [sale.id])
        #expect(try store.count(Sale.where { $0.status == .planned }) == 0)
        #expect(try store.first(Sale.where { $0.opening == sale.opening })?.id == sale.id)
    }

    @Test func `stages that keep order work as the guide shows`() throws {
        let store = try Store.inMemory(Atlas.self)
        try store.performChanges { changes in
            for (major, minor) in [(1, 9), (2, 1), (3, 0), (2, 0)] as [(Int32, UInt32)] {
                try changes.insert(
                    Atlas(edition: Edition(major: major, minor: minor), print: nil))
            }
        }
        // snippet: ordered-request
        let second = Edition(major: 2, minor: 0)
        let latest = try store.fetch(
            Atlas.where { $0.edition >= second }.sorted(\.edition.descending))
        let newest = try store.max(\.edition, Atlas.all)
        let byEdition = try store.group(Atlas.all, by: \.edition, .count)
        // end snippet
        #expect(newest?.major == 3)
        #expect(byEdition.map(\.key) == byEdition.map(\.key).sorted())
        #expect(latest.map(\.edition.major) == [3, 2, 2])
        #expect(latest.map(\.edition.minor) == [0, 1, 0])
    }
}
