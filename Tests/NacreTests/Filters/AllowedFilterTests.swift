import Foundation
import Nacre
import NacreTestSupport
import Testing

/// Filters from untrusted clients.
@Suite struct AllowedFilterTests {
    private typealias City = Hall.City

    private static func filter(
        _ text: String, _ limits: FilterLimits = FilterLimits()
    ) throws(StoreError) -> Filter<City> {
        return try Filter<City>(
            parsing: text, allowing: [\.name, \.population, \.mayor.name, \.twins], limits: limits)
    }

    private static func refusal(
        _ text: String, _ limits: FilterLimits = FilterLimits()
    ) -> String? {
        let error = storeError { try filter(text, limits) }
        return error?.code == .invalidValue ? error?.message : nil
    }

    @Test(arguments: [
        "name == \"a\" && population > 3", "!(mayor.name.hasPrefix(\"B\"))", "name < mayor.name",
        "twins.contains(3) || twins == nil",
    ])
    func `an allowed filter is parsed as without the list`(text: String) throws {
        #expect(try Self.filter(text) == Filter<City>(parsing: text))
    }

    @Test(arguments: [
        "founder.name == \"a\"", "mayor.born == 3", "id == 1", "mayor == \"p1\"",
        "mayor.boss.name == \"a\"", "name == mayor.id", "twins.contains { name == \"a\" }",
        "City.twins.count > 1", "population == 1 || founder == \"p\"",
    ])
    func `a filter that is not allowed is refused`(text: String) {
        #expect(Self.refusal(text) != nil)
    }

    @Test func `a search is allowed if all attributes that it covers are`() throws {
        typealias Fields = PartialKeyPath<SearchedNote.Fields>
        func problem(_ text: String, _ fields: [Fields], words: Int = 64) -> String? {
            var limits = FilterLimits()
            limits.testsMax = words
            let parsed = storeError {
                _ = try Filter<SearchedNote>(parsing: text, allowing: fields, limits: limits)
            }
            let checked = storeError {
                _ = try SearchedNote.where(try Filter<SearchedNote>(parsing: text))
                    .checked(allowing: fields, limits: limits)
            }
            #expect((parsed == nil) == (checked == nil), "\(text)")
            return parsed?.message
        }
        let all: [Fields] = [\.title, \.body, \.tags]
        #expect(problem("search(\"swift -sql\")", all) == nil)
        #expect(problem("search(\"swift\")", [\.title, \.body]) != nil)
        #expect(problem("search(code, \"swift\")", all) != nil)
        #expect(problem("search(code, \"swift\")", [\.code]) == nil)
        let author: [Fields] = [\.author.name, \.author.motto]
        #expect(problem("author.search(\"knuth\")", author) == nil)
        #expect(problem("author.search(\"knuth\")", [\.author.name]) != nil)
        #expect(problem("author.search(\"knuth\")", all) != nil)
        // A hidden search and one that does not exist give the same error.
        func refusal(_ name: String) -> String? {
            let filter = Filter<SearchedNote> { $0.search("swift", in: name) }
            return storeError {
                _ = try SearchedNote.where(filter).checked(allowing: all)
            }?.message
        }
        #expect(refusal("code") != nil)
        #expect(refusal("code") == refusal("nothing"))
        let three = "search(\"one two\") || search(\"three\")"
        #expect(problem(three, all, words: 3) == nil)
        #expect(problem(three, all, words: 2)?.contains("more than 2 tests") == true)
    }

    @Test func `no error names an attribute that is not allowed`() {
        #expect(Self.refusal("foundr == \"a\"")?.contains("founder") == false)
        #expect(Self.refusal("mayor.brn == 1")?.contains("born") == false)
        #expect(Self.refusal("nam == \"a\"")?.contains("name") == true)
    }

    @Test func `a decoded request is checked, including its sorts`() throws {
        func refusal(_ request: FetchRequest<City>) throws -> String? {
            let decoded = try JSONDecoder().decode(
                FetchRequest<City>.self, from: try JSONEncoder().encode(request))
            do throws(StoreError) {
                let checked = try decoded.checked(allowing: [\.name, \.mayor.name])
                return checked == request ? nil : "another request"
            } catch {
                return error.code == .invalidValue ? error.message : "another error"
            }
        }
        let allowed = City.where { $0.name == "a" && $0.mayor.name == nil }
        #expect(try refusal(allowed.sorted(\.mayor.name.descending).limit(3)) == nil)
        #expect(try refusal(allowed.sorted(\.population.ascending))?.contains("population") == true)
        #expect(try refusal(allowed.sorted(\.mayor.born.ascending))?.contains("mayor.born") == true)
        let other = City.where { $0.founder.born == 1 }
        #expect(try refusal(other)?.contains("founder.born") == true)
    }

    @Test func `cost is limited, and patterns are allowed only on request`() throws {
        #expect(Self.refusal("name.matches(\"a+\")") != nil)
        var limits = FilterLimits()
        limits.allowsPatterns = true
        _ = try Self.filter("name.matches(\"a+\")", limits)
        limits.testsMax = 2
        _ = try Self.filter("population == 1 || population == 2", limits)
        #expect(Self.refusal("population == 1 || population == 2 || name == \"\"", limits) != nil)
        limits.valuesMax = 2
        #expect(Self.refusal("population in [1, 2, 3]", limits) != nil)
        limits.textSizeMax = 10
        #expect(Self.refusal("population == 1", limits) != nil)
    }
}
