public import Foundation
internal import NacreEngine

/// An order of texts that people expect in their language. Swift's own order is the same
/// everywhere.
///
/// ```swift
/// let norwegian = TextOrder.localized(Locale(identifier: "nb_NO"))
/// let cities = try store.fetch(City.all.sorted({ $0.name.ascending(norwegian) }))
/// ```
/// It uses Foundation's `compare(_:locale:)`. Its result depends on the version of the operating
/// system's language data, so no index has this order. Fetching reads every object that matches the
/// filter, with or without a limit, and each comparison takes some microseconds. Texts that are
/// equal in this order are ordered by the next sort, and finally by id.
public struct TextOrder: Hashable, Sendable {
    private let locale: Locale
    private let isNumeric: Bool

    /// Makes the order of a language.
    /// - Parameters:
    ///   - locale: The locale of the language.
    ///   - isNumeric: Whether digits count as numbers, so that "part 2" comes before "part 10".
    public static func localized(_ locale: Locale, isNumeric: Bool = false) -> TextOrder {
        TextOrder(locale: locale, isNumeric: isNumeric)
    }

    /// The collation for the engine.
    var collation: Collation {
        let (locale, isNumeric) = (locale, isNumeric)
        let name = locale.identifier + (isNumeric ? ", numeric" : "")
        return Collation(name) { first, second in
            first.compare(
                second, options: isNumeric ? [.numeric] : [], range: nil, locale: locale
            ).rawValue
        }
    }
}

extension Field where Root: Entity, Value: TextValue {
    /// Sorts by this text in the order of a language, ascending: nil first. The language data must
    /// not change between two pages.
    /// - Parameter order: The order of the language.
    public func ascending(_ order: TextOrder) -> Sort<Root> {
        Sort(field: fieldPath, isAscending: true, problem: problem, order: order)
    }

    /// Sorts by this text in the order of a language, descending: nil last. The language data must
    /// not change between two pages.
    /// - Parameter order: The order of the language.
    public func descending(_ order: TextOrder) -> Sort<Root> {
        Sort(field: fieldPath, isAscending: false, problem: problem, order: order)
    }
}
