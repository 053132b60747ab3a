internal import Foundation
internal import NacreFormat

/// The factors by which a search ranks new objects higher.
struct RecencyFactor {
    private let recency: RankedSearch.Recency
    private let reader: SearchReader
    /// The attribute that has the date.
    private let ordinal: Int

    /// - Returns: nil if age does not count.
    init?(_ recency: RankedSearch.Recency?, _ reader: SearchReader) throws(StoreError) {
        guard let recency else { return nil }
        self.recency = recency
        self.reader = reader
        let schema = reader.definition.schema
        guard let ordinal = schema.ordinal(of: recency.attribute),
            schema.attributes[ordinal].type == .scalar(.date)
        else {
            throw StoreError(
                .invalidValue,
                "Objects cannot be ranked by the age of '\(recency.attribute)', which is not an"
                    + " attribute with a date."
            ).about(schema.name)
        }
        guard recency.halfLife > 0, recency.halfLife.isFinite else {
            throw StoreError(
                .invalidValue, "The half-life of a ranking must be more than 0, and finite."
            ).about(schema.name)
        }
        guard recency.now.isFinite else {
            throw StoreError(.invalidValue, "The time of a ranking must be a finite date.")
                .about(schema.name)
        }
        self.ordinal = ordinal
    }

    /// Returns the factor for an object, from 0 to 1.
    func factor(of row: UInt32) throws -> Double {
        let found = try reader.record(of: row)
        let value = try reader.source.value(
            of: ordinal, in: reader.definition.schema, of: found)
        guard case .date(let date) = value else { return 1 }
        let age = recency.now - date
        // Dates may be infinite, or no number.
        return age > 0 ? max(exp2(-age / recency.halfLife), Self.least) : 1
    }

    /// The least factor. Scores of objects that are much older still tell how well they match.
    private static let least = 1e-200
}
