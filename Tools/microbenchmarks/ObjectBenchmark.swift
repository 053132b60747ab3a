import Foundation
import Nacre
import NacreEngine
import NacreFormat

/// A country as an object, which all of its cities refer to.
final class CountryObject {
    let code: String

    init(_ code: String) { self.code = code }
}

/// A city as an object.
final class CityObject {
    let city: City
    let country: CountryObject

    init(_ city: City, _ country: CountryObject) {
        self.city = city
        self.country = country
    }
}

/// Cities as objects, each of them once, as written by hand for sharing them.
struct CityObjects {
    private(set) var all: [CityObject] = []
    private var byID: [Int64: CityObject] = [:]
    private var countries: [String: CountryObject] = [:]

    mutating func add(_ city: City) {
        if byID[city.id] != nil { return }
        let country = countries[city.country] ?? CountryObject(city.country)
        countries[city.country] = country
        let object = CityObject(city, country)
        byID[city.id] = object
        all.append(object)
    }
}

/// Reads all cities at once, as structs and as objects, to compare the time and memory of copied
/// values with those of shared objects.
struct ObjectBenchmark {
    enum Form: String, CaseIterable {
        case structs, objects
    }

    private let store: Store
    private let reader: RecordReader<City>

    init(count: Int) throws {
        store = try Store.inMemory(City.self)
        try store.performChanges { changes in
            for number in 0..<count { try changes.insert(City.sample(number)) }
        }
        reader = try store.snapshot().recordReader(of: City.self)
    }

    /// - Returns: An object that keeps all results alive.
    func run(_ form: Form) throws -> Any {
        switch form {
        case .structs: return try store.fetch(City.all)
        case .objects:
            var objects = CityObjects()
            try store.database.snapshot().forEachRecord(Query(entity: "City")) { found in
                objects.add(try reader.decode(found.record))
                return true
            }
            return objects
        }
    }

    /// Returns the growth of the process by all results, in a process that has not freed such
    /// objects before, or nil if the system does not report it.
    func bytes() throws -> [Form: Int?] {
        var (bytes, held): ([Form: Int?], [Any]) = ([:], [])
        for form in Form.allCases {
            let before = Self.residentBytes
            held.append(try run(form))
            bytes[form] = Self.residentBytes.flatMap { now in before.map { now - $0 } }
        }
        return withExtendedLifetime(held) { bytes }
    }

    private static var residentBytes: Int? {
        let pages = try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
            .split(separator: " ").dropFirst().first.flatMap { Int($0) }
        return pages.map { $0 * Int(getpagesize()) }
    }
}
