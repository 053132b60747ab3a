import Foundation
import GRDB

/// Decodes by hand and by column number, which GRDB's guide recommends for speed.
extension City: FetchableRecord {
    init(row: Row) throws {
        let rawStatus: Int32 = row[9]
        guard let status = Status(rawValue: rawStatus) else {
            throw SQL.UnknownStatus(rawValue: rawStatus)
        }
        let founded: Double? = row[8]
        self.init(
            id: row[0], geonameID: row[1], name: row[2], country: row[3], population: row[4],
            latitude: row[5], longitude: row[6], elevation: row[7],
            founded: founded.map { Date(timeIntervalSinceReferenceDate: $0) }, status: status,
            note: row[10])
    }

    /// The values in the order of the columns. Dates are numbers, which are much cheaper than
    /// GRDB's text.
    var arguments: StatementArguments {
        [
            id, geonameID, name, country, population, latitude, longitude, elevation,
            founded?.timeIntervalSinceReferenceDate, status.rawValue, note,
        ]
    }
}

extension CountryTotal: FetchableRecord {
    init(row: Row) throws {
        self.init(country: row[0], count: row[1], population: row[2])
    }
}
