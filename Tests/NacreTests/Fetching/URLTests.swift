import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Ids, cursors and requests in URLs.
@Suite struct URLTests {
    private struct Keyed<Key: Storable & Hashable>: Entity {
        let id: Key

        static var entityName: String { "Keyed" }
        static var schema: EntitySchema<Keyed> {
            EntitySchema(Keyed.init, Attribute("id", \.id))
        }
    }

    private struct Seat: Codable, Hashable, Storable {
        var row: String
        var number: Int
    }

    private typealias City = Hall.City

    private static let signer = try? URLSigner(key: Array(0..<16))

    // MARK: Ids

    /// Returns the text of an id, after it was read back, signed and unsigned.
    private func text<Key: Storable & Hashable>(_ id: Key) throws -> String {
        let reference = Ref<Keyed<Key>>(id: id)
        let text = try reference.urlText()
        for form in [text, try reference.urlText(signedBy: Self.signer)] {
            #expect(form.removingPercentEncoding == form)
            var components = URLComponents()
            components.path = "/keyed/\(form)"
            #expect(components.percentEncodedPath == "/keyed/\(form)")
        }
        #expect(try Ref<Keyed<Key>>(urlText: text) == reference)
        let signed = try reference.urlText(signedBy: Self.signer)
        #expect(try Ref<Keyed<Key>>(urlText: signed, signedBy: Self.signer) == reference)
        return text
    }

    @Test func `ids that a URL takes as they are stay readable`() throws {
        #expect(try text(-17) == "-17")
        #expect(try text(UInt64.max) == "18446744073709551615")
        #expect(try text("NO-OSL_1.2") == "NO-OSL_1.2")
        let uuid = try #require(UUID(uuidString: "E621E1F8-C36C-495A-93FC-0C247A3E6E5F"))
        #expect(try text(uuid).lowercased() == uuid.uuidString.lowercased())
        #expect(try text(true) == "true")
        #expect(try text(ObjectID<City>(rawValue: 77)).count == 13)
        let decimal = try #require(Decimal(string: "1.50"))
        #expect(try text(decimal) == "1.5")
    }

    @Test func `all other ids are encoded`() throws {
        let ids = [
            "", ".", "..", "...", "a b", "\"", "~", "~YQ", "a/b", "100%25", "\u{D6}rt", "+",
            "a\u{0}b",
        ]
        for id in ids {
            #expect(try text(id).hasPrefix("~"), "\(id)")
        }
        #expect(try text(Seat(row: "A", number: 3)).hasPrefix("~"))
        #expect(try text(Data([1, 2, 3])) == "AQID")
        #expect(try text(Data([0, 255, 62])).hasPrefix("~"))
        for day in [0, 0.25, -1e12] { _ = try text(Date(timeIntervalSinceReferenceDate: day)) }
        #expect(try text(Ref<City>(id: 5)) == "5")
    }

    @Test func `any string is an id in a URL`() {
        property("ids in URLs", runs: 200, Generator.string(count: 0...12)) { id in
            let reference = Ref<Keyed<String>>(id: id)
            try requireEqual(try Ref(urlText: try reference.urlText()), reference)
        }
    }

    @Test func `a text that is no id of the entity is refused`() {
        func code<Key>(_ text: String, _ type: Key.Type) -> StoreError.Code?
        where Key: Storable & Hashable {
            storeError { try Ref<Keyed<Key>>(urlText: text) }?.code
        }
        for text in ["", "a", "1.5", "1e400", "~", "~YQ=", "~YQ==", "~!", "null", " 1", "~MQ=="] {
            #expect(code(text, Int.self) == .invalidValue, "\(text)")
        }
        for text in ["a b", "~YR", "~Y", "~_w", "\"a\"", "\u{E9}"] {
            #expect(code(text, String.self) == .invalidValue, "\(text)")
        }
        #expect(code("~e30", Seat.self) == .invalidValue)
        #expect(code("256", UInt8.self) == .invalidValue)
        #expect(code("x", UUID.self) == .invalidValue)
    }

    // MARK: Signatures

    @Test func `a signed text is valid for its key and purpose only`() throws {
        let signer = try #require(Self.signer)
        let text = try Ref<City>(id: 5).urlText(signedBy: signer)
        #expect(text.hasPrefix("5."))
        #expect(try Ref<City>(urlText: text, signedBy: signer).id == 5)
        let others = [
            "5", "6" + text.dropFirst(), text + "A", String(text.dropLast()), "5.", ".",
            try Ref<Hall.Person>(id: "5").urlText(signedBy: signer),
            try Ref<City>(id: 5).urlText(signedBy: URLSigner(key: Array(1...16))),
        ]
        for other in others {
            let error = storeError {
                try Ref<City>(urlText: other, signedBy: signer)
            }
            #expect(error?.message.contains("no valid signature") == true, "\(other)")
        }
        // Whoever expects no signature does not take one for a part of the id.
        #expect(storeError { try Ref<City>(urlText: text) } != nil)
        #expect(throws: StoreError.self) { try URLSigner(key: [1, 2, 3]) }
    }

    @Test func `the code of another library can sign`() throws {
        let signer = URLSigner { bytes in [UInt8(truncatingIfNeeded: bytes.count), 7] }
        let text = try Ref<City>(id: 5).urlText(signedBy: signer)
        #expect(try Ref<City>(urlText: text, signedBy: signer).id == 5)
        let empty = URLSigner { _ in [] }
        let unsigned = try Ref<City>(id: 5).urlText(signedBy: empty)
        #expect(throws: StoreError.self) { try Ref<City>(urlText: unsigned, signedBy: empty) }
    }

    // MARK: Cursors

    private func store() throws -> Store {
        let store = try Store.inMemory(City.self, Hall.Person.self)
        try store.performChanges { changes in
            for id in 0..<9 {
                try changes.insert(
                    City(
                        id: id, name: "\"\u{E9} \(id % 3)", population: id % 4, mayor: nil,
                        founder: Ref(id: "p"), twins: nil))
            }
        }
        return store
    }

    @Test func `cursors in URLs lead through all pages`() throws {
        let store = try store()
        let request = City.all.sorted(\.name.descending, \.population.ascending).limit(2)
        let all = try store.fetch(request.limit(100))
        for signer in [nil, Self.signer] {
            var found: [City] = []
            var cursor: Cursor<City>?
            repeat {
                let page = try store.page(request.after(cursor))
                found += page
                cursor = try page.cursor.map {
                    let text = $0.urlText(signedBy: signer)
                    #expect(text.removingPercentEncoding == text)
                    #expect(!text.contains { "\"' +/=&?".contains($0) })
                    return try Cursor(urlText: text, signedBy: signer)
                }
            } while cursor != nil
            #expect(found == all)
        }
    }

    @Test func `a text that is no cursor is refused`() throws {
        let cursor = try #require(try store().page(City.all.limit(2)).cursor)
        let text = cursor.urlText(signedBy: Self.signer)
        for (other, signer) in [
            ("", nil), ("e30", nil), ("a", nil), ("*", nil), (text, nil),
            (cursor.urlText(), Self.signer), ("x" + text, Self.signer),
        ] {
            let error = storeError {
                try Cursor<City>(urlText: other, signedBy: signer)
            }
            #expect(error?.code == .invalidValue, "\(other)")
        }
    }

    // MARK: Requests

    private static var allowed: [PartialKeyPath<City.Fields>] {
        [\.name, \.population, \.mayor.name]
    }

    private func request(
        _ query: String, _ signer: URLSigner? = nil
    ) throws(StoreError) -> FetchRequest<City> {
        try FetchRequest(
            urlQuery: query, allowing: Self.allowed, objectsMax: 50, signedBy: signer,
            ignoring: ["trace"])
    }

    @Test func `a request is read back from its URL`() throws {
        let page = try store().page(City.all.sorted(\.name.ascending).limit(2))
        let requests = [
            City.all.limit(50), City.where { $0.name == "\"\u{E9} 1+1&b=%\"" }.limit(0),
            City.where { $0.population > 3 || $0.mayor.name == nil }
                .sorted(\.population.descending, \.mayor.name.ascending).limit(7).offset(3),
            City.all.sorted(\.name.ascending).limit(2).after(page.cursor),
        ]
        for request in requests {
            let query = try request.urlQuery(signedBy: Self.signer)
            #expect(try self.request(query, Self.signer) == request, "\(query)")
            #expect(URLComponents(string: "http://a/b?\(query)")?.percentEncodedQuery == query)
        }
        #expect(
            try requests[2].urlQuery()
                == "filter=population%20%3E%203%20%7C%7C%20mayor.name%20%3D%3D%20nil"
                + "&sort=-population%2C%20mayor.name&limit=7&offset=3")
        #expect(try request("") == City.all.limit(50))
        #expect(
            try request("sort=-name&trace=a%20b&&limit=3")
                == City.all.sorted(\.name.descending).limit(3))
        #expect(
            try request("filter=name+==+%22a%22")
                == City.where { $0.name == "a" }.limit(50))
    }

    @Test(arguments: [
        ("fliter=x", "'fliter'"), ("limit=51", "'limit'"), ("limit=-1", "'limit'"),
        ("limit=x", "'limit'"), ("offset=-1", "'offset'"), ("limit=1&limit=2", "twice"),
        ("filter=%zz", "escape"), ("filter=%e9", "escape"), ("filter=%2", "escape"),
        ("filter=founder.name%20==%201", "founder"), ("sort=id", "id may not be used"),
        ("sort=foundr", "foundr"), ("sort=name,", "sort"), ("after=e30", "cursor"),
    ])
    func `a query that is no request is refused`(query: String, reason: String) {
        let error = storeError { try request(query) }
        #expect(error?.code == .invalidValue)
        #expect(error?.message.contains(reason) == true, "\(error?.message ?? "")")
    }

    @Test func `a cursor of another order is refused when the request is read`() throws {
        let page = try store().page(City.all.sorted(\.name.ascending).limit(2))
        let text = try #require(page.cursor).urlText()
        let error = storeError {
            try request("after=\(text)&sort=population")
        }
        #expect(error?.message.contains("another 'sort'") == true)
    }

    @Test func `requests that no client may make have no URL`() {
        let norwegian = TextOrder.localized(Locale(identifier: "nb"))
        for request in [
            City.all.ignoringDefaultFilter, City.all.sorted({ $0.name.ascending(norwegian) }),
        ] {
            #expect(throws: StoreError.self) { try request.urlQuery() }
        }
    }

    // MARK: Sortings

    @Test func `sortings of key paths, sorts and text are equal`() throws {
        let sorting: Sorting<City> = [\.population.descending, \.mayor.name.ascending]
        let paths = [\City.Fields.population.descending, \.mayor.name.ascending]
        #expect(Sorting(paths) == sorting)
        let fields = City.Fields(FieldPath())
        #expect(Sorting([fields.population.descending, fields.mayor.name.ascending]) == sorting)
        #expect(sorting.description == "-population, mayor.name")
        #expect(try Sorting(parsing: sorting.description) == sorting)
        #expect(try Sorting(parsing: "-population,mayor.name", allowing: Self.allowed) == sorting)
        #expect(try Sorting<City>(parsing: "") == [])
        #expect(sorting.reversed == [\.population.ascending, \.mayor.name.descending])
        #expect(sorting.reversed.reversed == sorting)
        let store = try store()
        let request = City.all.sorted(by: sorting)
        #expect(request == City.all.sorted(\.population.descending, \.mayor.name.ascending))
        let populations = try store.fetch(\.population, request)
        #expect(populations == populations.sorted(by: >))
        let steps = City.all.sorted(
            by: [\.population.descending], then: [\.mayor.name.ascending])
        #expect(steps == request)
    }

    @Test func `a sorting of a client uses allowed attributes only`() {
        for text in ["id", "mayor.born", "-founder", "name, id", "mayor"] {
            let error = storeError {
                try Sorting<City>(parsing: text, allowing: Self.allowed)
            }
            #expect(error?.code == .invalidValue, "\(text)")
        }
        var limits = FilterLimits()
        limits.testsMax = 1
        let error = storeError {
            try Sorting<City>(parsing: "name,-name", allowing: Self.allowed, limits: limits)
        }
        #expect(error?.message.contains("more than 1") == true)
        limits.textSizeMax = 3
        #expect(throws: StoreError.self) {
            try Sorting<City>(parsing: "name", allowing: Self.allowed, limits: limits)
        }
    }
}
