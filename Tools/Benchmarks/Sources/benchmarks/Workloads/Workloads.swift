/// The rows, in the order of the table.
enum Workloads {
    static let all: [any Workload] = [
        BulkInsert(), BulkUpsert(), InsertMore(), DurableCommits(), FindByID(), FindByIDApart(),
        FindByGeonameID(), MostPopulous(), PopulationPage(), CountScan(), FetchScan(), FetchAll(),
        UpdatePopulations(), DeleteMany(), Opening(), ByCountryAndName(), ByStatusAndName(),
        NamePrefix(), MixedLoad(), ReadBesideWriter(side: .reader),
        ReadBesideWriter(side: .writer), TotalsByCountry(), InsertNumbers(), FetchNumbers(),
        CountRange(), FarOffset(),
    ]

    static func named(_ name: String) -> (any Workload)? {
        all.first { $0.row.name.lowercased() == name.lowercased() }
    }
}
