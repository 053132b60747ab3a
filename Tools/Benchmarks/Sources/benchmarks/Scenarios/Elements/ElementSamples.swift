import Nacre

/// The elements of collections, of each kind that is stored in another way.
enum ElementSamples {
    /// A struct whose properties are stored by name.
    @Embedded
    struct Point: Hashable {
        var x: Int
        var name: String
    }

    /// A struct that Swift's `Codable` encodes.
    struct Opening: Codable, Hashable, Storable {
        var weekday: Int
        var hours: [Int]
    }

    /// An enum whose cases have values.
    @Embedded
    enum Shape: Hashable {
        case circle(radius: Double)
        case box(width: Double, height: Double)
    }

    static func number(_ place: Int) -> Int { place &* 7919 % 100_003 }

    /// A text of at most fifteen bytes, which Swift keeps without allocating.
    static func text(_ place: Int) -> String { "word \(number(place))" }

    static func point(_ place: Int) -> Point { Point(x: number(place), name: text(place)) }

    static func opening(_ place: Int) -> Opening {
        Opening(weekday: place % 7, hours: [8, 17])
    }

    static func shape(_ place: Int) -> Shape {
        place % 2 == 0
            ? .circle(radius: Double(place) / 4) : .box(width: Double(place), height: 0.5)
    }
}
