import Foundation
import Nacre
import NacreTestSupport

/// A kind of thing, as a key for which `Codable` has no string.
enum Kind: Codable, Hashable, Twinned, CaseIterable, Sendable {
    case rain, snow, fog

    var twin: Kind { self }
}

/// A Codable value as programs have them: sets, dictionaries of every sort, and both inside each
/// other.
struct Report: Codable, Hashable, Storable, Twinned {
    var tags: Set<String>
    var ratio: Double
    var day: Date
    var names: [String: Float]
    var counts: [Int: Set<Double>]
    var kinds: [Kind: [String]]
    var groups: [Set<String>: Int]
    var nested: Set<[Set<Double>]>
    var maybe: Set<String?>?
    var forecast: Forecast

    var twin: Report {
        Report(
            tags: tags.twin, ratio: ratio.twin, day: day.twin, names: names.twin,
            counts: counts.twin, kinds: kinds.twin, groups: groups.twin, nested: nested.twin,
            maybe: maybe.twin, forecast: forecast.twin)
    }
}

/// An enum whose cases carry values.
enum Forecast: Codable, Hashable, Twinned, Sendable {
    case none
    case places(Set<String>)
    indirect case after(Forecast, chance: Float)

    var twin: Forecast {
        switch self {
        case .none: .none
        case .places(let names): .places(names.twin)
        case .after(let forecast, let chance): .after(forecast.twin, chance: chance.twin)
        }
    }
}

extension Report {
    /// Few and short texts, because many are then equal in another spelling. JSON escapes the line
    /// break by a letter, which must not be combined with the following mark.
    static let text = Generator<String>.element(of: [
        "", "a", "z", "\u{e9}", "e\u{301}", "\u{e9}a", "e\u{301}z", "s\u{323}\u{307}",
        "\u{1100}\u{1161}", "\n\u{303}",
    ])
    static let number = Generator<Double>.element(of: [
        0, -0.0, 1, -1.5, 1e300, .infinity, .leastNonzeroMagnitude,
    ])
    static let texts = Generator<[String]>.array(of: text, count: 0...5)
    static let numbers = Generator<[Double]>.array(of: number, count: 0...4)

    static let samples = Generator<Report> { choices throws(Rejection) in
        let sets = Generator<[[Double]]>.array(of: numbers, count: 0...2)
            .map { $0.map { Set($0) } }
        let lists = Generator<[[String]]>.array(of: texts, count: 0...3)
        let kind = Generator<Kind>.anyCase()
        let kinds = Generator<[Kind: [String]]>.dictionary(kind, texts)
        let small = Generator<Int>.integer(in: 0...20)
        return Report(
            tags: Set(try choices.draw(texts)), ratio: try choices.draw(number),
            day: Date(timeIntervalSinceReferenceDate: try choices.draw(number)),
            names: try choices.draw(.dictionary(text, number.map { Float($0) })),
            counts: try choices.draw(.dictionary(small, numbers.map { Set($0) })),
            kinds: try choices.draw(kinds),
            groups: try choices.draw(.dictionary(texts.map { Set($0) }, small)),
            nested: Set(try choices.draw(.array(of: sets, count: 0...3))),
            maybe: try choices.draw(.optional(lists.map { Set($0.map(\.first)) })),
            forecast: .after(
                .places(Set(try choices.draw(texts))), chance: Float(try choices.draw(number))))
    }
}
