import Foundation

/// The number of results of a store, and a digest that two stores share only if they returned the
/// same objects in the same order.
///
/// While the clock runs, it reads just enough of each object that the compiler cannot omit any
/// work. Before that, when answers are compared between peers, it reads every byte.
struct Tally {
    let isThorough: Bool
    private(set) var count = 0
    private(set) var digest: UInt64 = 0
    private var kept: [[City]] = []

    init(isThorough: Bool) { self.isThorough = isThorough }

    mutating func add(_ city: City) {
        count += 1
        if isThorough { mix(city) } else { glance(at: city) }
    }

    /// - Parameter cities: The cities. A large array is released after the clock has stopped.
    mutating func add(_ cities: [City]) {
        count += cities.count
        if isThorough {
            for city in cities { mix(city) }
        } else if let first = cities.first, let last = cities.last {
            glance(at: first)
            glance(at: last)
            kept.append(cities)
        }
    }

    mutating func add(count number: Int) {
        count += 1
        mix(UInt64(truncatingIfNeeded: number))
    }

    /// - Parameter totals: The totals, in any order.
    mutating func add(_ totals: [CountryTotal]) {
        count += totals.count
        for total in isThorough ? totals.sorted(by: { $0.country < $1.country }) : totals {
            mix(total.country)
            mix(UInt64(total.count))
            mix(UInt64(bitPattern: total.population))
        }
    }

    private mutating func glance(at city: City) {
        digest &+= UInt64(bitPattern: city.id ^ city.population) &+ UInt64(city.note.utf8.count)
    }

    private mutating func mix(_ city: City) {
        for number in [city.id, city.geonameID, city.population] { mix(UInt64(bitPattern: number)) }
        for number in [city.latitude, city.longitude] { mix(number.bitPattern) }
        for text in [city.name, city.country, city.note] { mix(text) }
        mix(city.elevation.map { UInt64(UInt32(bitPattern: $0)) } ?? .max)
        mix(city.founded?.timeIntervalSinceReferenceDate.bitPattern ?? .max)
        mix(UInt64(UInt32(bitPattern: city.status.rawValue)))
    }

    private mutating func mix(_ text: String) {
        mix(UInt64(text.utf8.count))
        for byte in text.utf8 { mix(UInt64(byte)) }
    }

    private mutating func mix(_ number: UInt64) {
        digest = SplitMix.mixed(digest &* 31 &+ number)
    }
}

/// A row of the totals by country.
struct CountryTotal {
    let country: String
    let count: Int
    let population: Int64
}
