public import Foundation
internal import NacreEngine

/// An order of texts that people expect, unlike Swift's, which is the same everywhere.
///
/// ```swift
/// let norwegian = TextOrder.localized(Locale(identifier: "nb_NO"))
/// let cities = try store.fetch(City.all.sorted({ $0.name.ascending(norwegian) }))
/// ```
/// It is Foundation's `compare(_:locale:)`: it differs from one version of the operating system's
/// language data to another, so no index has it. Every object that the filter holds for is looked
/// at, and each comparison takes some microseconds, of all objects or with a limit. Texts that are
/// equal in it come in the order of the next sort, and of their ids in the end.
public struct TextOrder: Hashable, Sendable {
    private let locale: Locale
    private let isNumeric: Bool

    /// The order of a language.
    /// - Parameters:
    ///   - locale: of the language.
    ///   - isNumeric: whether digits count as numbers, so that "part 2" comes before "part 10".
    public static func localized(_ locale: Locale, isNumeric: Bool = false) -> TextOrder {
        TextOrder(locale: locale, isNumeric: isNumeric)
    }

    /// What the engine sorts by.
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
    /// Sorts by this text as a language does: nil first. Between two pages the language data must
    /// stay the same.
    /// - Parameter order: of which language.
    public func ascending(_ order: TextOrder) -> Sort<Root> {
        Sort(field: fieldPath, isAscending: true, problem: problem, order: order)
    }

    /// Sorts by this text as a language does, the other way round: nil last.
    /// - Parameter order: of which language.
    public func descending(_ order: TextOrder) -> Sort<Root> {
        Sort(field: fieldPath, isAscending: false, problem: problem, order: order)
    }
}
