import Nacre
import NacreTestSupport

/// An enum by an integer.
enum Rank: Int, Storable, CaseIterable, Comparable, Sampled {
    case low = -5
    case middle = 0
    case high = 1_000_000

    static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
    static var samples: Generator<Rank> { .anyCase() }
}

/// An enum by a string that is Codable too: the raw value wins.
enum Colour: String, Codable, Storable, CaseIterable, Sampled {
    case red
    case green = "gr\u{fc}n"
    case none = ""

    static var samples: Generator<Colour> { .anyCase() }
}

/// A wrapper that can be ordered.
struct Money: Hashable, Comparable, Storable, Sampled {
    var cents: Int

    static let transformer = Transformer<Money, Int>(
        transform: { $0.cents }, reverse: { Money(cents: $0) })
    static func < (left: Money, right: Money) -> Bool { left.cents < right.cents }
    static var samples: Generator<Money> { Int.samples.map { Money(cents: $0) } }
}

/// A wrapper of a wrapper.
struct Price: Hashable, Storable, Sampled {
    var money: Money

    static let transformer = Transformer<Price, Money>(
        transform: { $0.money }, reverse: { Price(money: $0) })
    static var samples: Generator<Price> { Money.samples.map { Price(money: $0) } }
}

struct Flags: OptionSet, Hashable, Storable, Sampled {
    let rawValue: UInt8

    static var samples: Generator<Flags> { UInt8.samples.map { Flags(rawValue: $0) } }
}

/// RawRepresentable and Codable, without being an enum.
struct Label: RawRepresentable, Codable, Hashable, Storable, Sampled {
    let rawValue: String

    static var samples: Generator<Label> { String.samples.map { Label(rawValue: $0) } }
}

/// A Codable struct, stored as JSON.
struct Opening: Codable, Hashable, Storable, Sampled {
    var weekday: Int
    var hours: [UInt64]
    var ratio: Double
    var note: String?
    var parts: [String: Float]

    static let samples = Generator<Opening> { choices throws(Rejection) in
        Opening(
            weekday: try choices.sample(), hours: try choices.sample(),
            ratio: try choices.draw(plainNumber), note: try choices.sample(),
            parts: try choices.draw(
                [String: Float].samples.map { parts in
                    parts.filter { !$1.isNaN }.mapValues(\.inJSON)
                }))
    }

    /// Numbers in the form of JSON, which keeps neither the payload of a NaN nor the sign of zero.
    static let plainNumber = Double.samples.map(\.inJSON)
}

/// A Codable enum with payloads, stored as JSON.
enum Shape: Codable, Hashable, Storable, Sampled {
    case point
    case circle(radius: Double)
    case named(String, Int)
    indirect case pair(Shape, Shape?)

    static let samples = Generator<Shape> { choices throws(Rejection) in
        switch try choices.draw(upTo: 3) {
        case 0: .point
        case 1: .circle(radius: try choices.draw(Opening.plainNumber))
        case 2: .named(try choices.sample(), try choices.sample())
        default: .pair(.named(try choices.sample(), 1), .point)
        }
    }
}
