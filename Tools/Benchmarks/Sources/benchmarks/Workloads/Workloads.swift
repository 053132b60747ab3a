/// The rows, in the order of the table. The numbers that are missing here change the data, open the
/// store, or have another entity: they have no peers' side so far.
enum Workloads {
    static let all: [any Workload] = [
        BulkInsert(), FindByID(), FindByIDApart(), FindByGeonameID(), MostPopulous(),
        PopulationPage(), CountScan(), FetchScan(), FetchAll(), ByCountryAndName(),
        ByStatusAndName(), NamePrefix(), TotalsByCountry(), CountRange(), FarOffset(),
    ]

    static func named(_ name: String) -> (any Workload)? {
        all.first { $0.row.name.lowercased() == name.lowercased() }
    }
}
