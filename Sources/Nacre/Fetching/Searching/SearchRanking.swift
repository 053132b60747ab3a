public import Foundation
internal import NacreEngine
internal import NacreFormat

/// The order in which a ranked search returns objects.
///
/// ```swift
/// let hits = try store.search(
///     Note.self, "swift", ranking: .recency(\.created, halfLife: .seconds(30 * 86_400)))
/// ```
public struct SearchRanking<Owner: Entity>: Sendable {
    /// The weights that differ from the declared ones, by the stored names of the attributes.
    private(set) var weights: [String: Double] = [:]
    private(set) var recency: RankedSearch.Recency?
    /// The reason why the ranking cannot be used; nil if it can.
    private(set) var problem: String?

    /// The ranking by how well the texts match, with the declared weights.
    public static var relevance: SearchRanking { SearchRanking() }

    /// The ranking with other weights than the declared ones.
    /// - Parameter weights: How much a word counts in an attribute, from 0 to 1,000,000. Attributes
    ///   that are not listed have their declared weights.
    public static func weights(
        _ weights: [PartialKeyPath<Owner.Fields>: Double]
    ) -> SearchRanking { relevance.weights(weights) }

    /// The ranking that prefers new objects; see ``recency(_:halfLife:asOf:)-swift.method``.
    public static func recency<Value: DateValue>(
        _ date: KeyPath<Owner.Fields, Field<Owner, Value>>, halfLife: Duration,
        asOf now: Date = Date()
    ) -> SearchRanking {
        relevance.recency(date, halfLife: halfLife, asOf: now)
    }

    /// Returns the ranking with other weights.
    /// - Parameter weights: How much a word counts in an attribute, from 0 to 1,000,000. Attributes
    ///   that are not listed keep their weights.
    public func weights(_ weights: [PartialKeyPath<Owner.Fields>: Double]) -> SearchRanking {
        var ranking = self
        let root = Owner.Fields(FieldPath())
        for (path, weight) in weights {
            guard let field = root[keyPath: path] as? any FieldProtocol,
                let name = ranking.name(of: field)
            else { continue }
            ranking.weights[name] = weight
        }
        return ranking
    }

    /// Returns the ranking that prefers new objects.
    ///
    /// The score of an object is halved with each half-life of its age. Dates in the future count
    /// as new. An object without a date keeps its score. The search reads the dates of the objects
    /// that match best, and takes longer for that.
    /// - Parameters:
    ///   - date: The attribute that has the date.
    ///   - halfLife: The age at which the score is half, more than 0.
    ///   - now: The time at which ages are taken. The pages after a cursor use the time of the
    ///     first page.
    public func recency<Value: DateValue>(
        _ date: KeyPath<Owner.Fields, Field<Owner, Value>>, halfLife: Duration,
        asOf now: Date = Date()
    ) -> SearchRanking {
        var ranking = self
        guard let name = ranking.name(of: Owner.Fields(FieldPath())[keyPath: date]) else {
            return ranking
        }
        ranking.recency = RankedSearch.Recency(
            name, halfLife: halfLife / .seconds(1), now: now.timeIntervalSinceReferenceDate)
        return ranking
    }

    /// Returns the stored name of an attribute of the entity itself.
    private mutating func name(of field: any FieldProtocol) -> String? {
        let path = field.fieldPath.attributePath
        guard path.hops.isEmpty else {
            problem =
                "'\(FilterText.path(path.hops + [path.attribute]))' belongs to another object. A"
                + " ranking uses attributes of the entity itself."
            return nil
        }
        return path.attribute
    }
}
