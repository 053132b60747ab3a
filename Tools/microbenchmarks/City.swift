import Foundation
import Nacre

enum Status: Int32, CaseIterable, Storable {
    case planned, growing, stable, shrinking, abandoned, unknown
}

/// The entity that all benchmarks use: a mix of short and long strings, numbers and optionals.
@Entity
struct City: Equatable {
    let id: Int64
    @Attribute(.unique) var geonameID: Int64
    @Attribute(.indexed) var name: String
    @Attribute(.indexed) var country: String
    @Attribute(.indexed) var population: Int64
    var latitude: Double
    var longitude: Double
    var elevation: Int32?
    var founded: Date?
    var status: Status
    var note: String
}

extension City {
    /// Returns the same city for the same number, each time.
    static func sample(_ number: Int) -> City {
        var random = SplitMix(seed: UInt64(number))
        let syllables = ["ber", "gen", "os", "lo", "trond", "heim", "stav", "an", "ger", "mo"]
        let isASCII = random.next(below: 10) > 0
        var name = isASCII ? "" : "\u{d8}\u{e5}"
        for _ in 0..<(2 + random.next(below: 4)) { name += syllables[random.next(below: 10)] }
        let skew = random.next(below: 20)
        return City(
            id: Int64(number), geonameID: Int64(number) * 7 + 3, name: name,
            country: ["NO", "SE", "DK", "FI", "IS", "DE"][random.next(below: 6)],
            population: Int64(random.next(below: 1 << skew + 1)),
            latitude: Double(random.next(below: 180_000)) / 1000 - 90,
            longitude: Double(random.next(below: 360_000)) / 1000 - 180,
            elevation: random.next(below: 10) < 3 ? nil : Int32(random.next(below: 4000)),
            founded: random.next(below: 2) == 0
                ? nil : Date(timeIntervalSinceReferenceDate: -Double(random.next(below: 1 << 34))),
            status: Status.allCases[random.next(below: 6)],
            note: "A city of the benchmark, number \(number), with a sentence that says little.")
    }
}

/// A small generator that gives the same numbers everywhere.
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 }

    mutating func next(below bound: Int) -> Int {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ bits >> 30) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ bits >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((bits ^ bits >> 31) % UInt64(bound))
    }
}
