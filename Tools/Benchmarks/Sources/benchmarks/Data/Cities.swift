import Foundation

/// The data of a run: a number of cities, the same ones for every peer, and the facts about them
/// that the queries need.
///
/// - Ids count from 1 in the order of insertion; everything else is unordered.
/// - No two populations are equal, so a page by population has one right answer, however an engine
///   treats ties. Names and countries have ties: there, all peers order by id.
/// - All text is in NFC, so the order of bytes, which SQLite uses, is that of Swift's strings.
struct Cities: Sendable {
    let count: Int
    private let shuffle: Shuffle

    /// - Parameter count: The number of cities, more than 0.
    init(count: Int) {
        self.count = count
        shuffle = Shuffle(count: count)
    }

    /// - Parameter number: The city's number, from 0 to below the count.
    func city(_ number: Int) -> City {
        var random = SplitMix(seed: UInt64(number) + 1)
        return City(
            id: id(number), geonameID: geonameID(number), name: name(number),
            country: Self.country(&random),
            population: population(rank: shuffle.place(of: number)),
            latitude: (random.nextFraction() * 180 - 90).rounded(decimals: 5),
            longitude: (random.nextFraction() * 360 - 180).rounded(decimals: 5),
            elevation: random.happens(percent: 30) ? nil : Int32(random.next(below: 4000)),
            founded: random.happens(percent: 50) ? nil : Self.date(&random),
            status: random.element(of: Status.allCases),
            note: Self.note(&random))
    }

    /// Returns this number of cities that come after these. Some have a population that others
    /// have, too.
    func more(_ count: Int) -> [City] {
        let all = Cities(count: self.count + count)
        return (self.count..<all.count).map(all.city)
    }

    func id(_ number: Int) -> Int64 { Int64(number) + 1 }

    /// Returns 32 bits in no order. The factor is odd, so all numbers are different.
    func geonameID(_ number: Int) -> Int64 {
        Int64(UInt32(truncatingIfNeeded: number) &* 2_654_435_761)
    }

    /// Returns a name of 6 to 24 characters, more often a short one; one in ten is not ASCII.
    func name(_ number: Int) -> String {
        var random = SplitMix(seed: ~UInt64(number))
        let length = 6 + min(random.next(below: 19), random.next(below: 19))
        var name = random.happens(percent: 10) ? random.element(of: Self.foreignSyllables) : ""
        while name.count < length { name += random.element(of: Self.syllables) }
        return name.prefix(1).uppercased() + name.dropFirst().prefix(length - 1)
    }

    /// Returns a population that grows with the rank from 500 on, slowly up to the middle, then
    /// faster and faster: the mean is about forty times the median.
    /// - Parameter rank: The rank from 0, the smallest population, to below the count.
    func population(rank: Int) -> Int64 {
        let share = Double(rank) / Double(count)
        return 500 + Int64(rank) + Int64(exp(20 * share))
    }

    /// Returns one of about 200 codes. The first has one city in fourteen, the last one in 400.
    private static func country(_ random: inout SplitMix) -> String {
        let fraction = random.nextFraction()
        let number = Int(fraction * fraction * 200)
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
        return String([letters[number / 26], letters[number % 26]])
    }

    /// Returns a date with full seconds, between the years 800 and 2020.
    private static func date(_ random: inout SplitMix) -> Date {
        let year = 31_556_952
        return Date(
            timeIntervalSinceReferenceDate: Double(random.next(below: 1220 * year))
                - Double(1201 * year))
    }

    /// Returns about 80 characters.
    private static func note(_ random: inout SplitMix) -> String {
        var note = "Known for its"
        while note.utf8.count < 75 { note += " " + random.element(of: words) }
        return note + "."
    }

    private static let syllables = [
        "ber", "gen", "os", "lo", "trond", "heim", "stav", "an", "ger", "mo", "dra", "men", "kris",
        "ti", "sand", "bo", "do", "har", "stad", "nar", "vik", "ham", "mer", "ala", "ros", "fre",
        "rik", "to", "lil", "le", "ka", "ri", "no", "sel", "um", "ber", "wes", "ter", "pol", "ny",
    ]

    private static let foreignSyllables = [
        "\u{e5}l", "\u{f8}st", "s\u{e6}", "tr\u{f6}", "m\u{fc}n", "k\u{f6}l", "s\u{e3}o",
        "nov\u{e9}",
        "\u{10d}es", "\u{141}\u{f3}d",
    ]

    private static let words = [
        "harbour", "bridges", "old", "wooden", "churches", "market", "and", "quiet", "rivers",
        "university", "castle", "with", "gardens", "railway", "museum", "of", "salt", "herring",
    ]
}

extension Double {
    fileprivate func rounded(decimals: Int) -> Double {
        let scale = pow(10, Double(decimals))
        // Adding 0 avoids -0.0, which SQLite returns as 0.0.
        return (self * scale).rounded() / scale + 0
    }
}
