import Foundation
import Nacre
import Testing

/// The parts of the guide to fetching about groups, orders and URLs.
extension GuideTests {
    @Test func `groups by parts and orders of run time work as the guide shows`() throws {
        let store = try libraryOfTwo()
        // snippet: parts
        let words = try store.group(
            Book.all, by: \.keywords.elements, .count.descending, .sum(\.pages), limit: 10)
        for (word, (count, pages)) in words { print(word, count, pages) }

        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = TimeZone(identifier: "Europe/London") ?? .gmt
        let births = try store.group(Author.all, by: \.born[.month, in: calendar], .count)
        for (month, count) in births { print(month ?? .distantPast, count) }
        // end snippet
        #expect(births.map(\.values).reduce(0, +) == (try store.count(Author.all)))
        let isLongestFirst = true
        // snippet: sortings
        var keys = [\Book.Fields.title.ascending]
        if isLongestFirst { keys.insert(\.pages.descending, at: 0) }
        let books = try store.fetch(Book.all.sorted(by: Sorting(keys)))
        let asked = try Sorting<Book>(parsing: "-pages,title", allowing: [\.pages, \.title])
        let others = try store.fetch(Book.all.sorted(by: asked.reversed, then: Book.defaultSort))
        // end snippet
        #expect(books.map(\.title) == ["Emma", "Persuasion"])
        #expect(others.map(\.title) == ["Persuasion", "Emma"])
    }

    @Test func `requests in URLs work as the guide shows`() throws {
        let store = try libraryOfTwo()
        let secret = Array(UInt8(0)..<16)
        // snippet: urls
        let signer = try URLSigner(key: secret)  // 16 bytes that only the server knows
        let request = try FetchRequest<Book>(
            urlQuery: "filter=pages%20%3E%20200&sort=-pages&limit=20",
            allowing: [\.title, \.pages], objectsMax: 100, signedBy: signer)
        let page = try store.page(request)
        let next = page.cursor.map { "after=\($0.urlText(signedBy: signer))" }
        let links = try page.map { "/books/\(try Ref($0).urlText())" }
        // end snippet
        #expect(page.map(\.title) == ["Emma", "Persuasion"])
        #expect(next == nil && links.count == 2)
    }
}
