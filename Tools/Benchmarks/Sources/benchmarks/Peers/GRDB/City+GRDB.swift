import Foundation
import GRDB

/// By hand and by column number: the way that GRDB's guide gives for when speed counts.
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

    /// In the order of the columns. A date as a number, which is much cheaper than GRDB's text.
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
