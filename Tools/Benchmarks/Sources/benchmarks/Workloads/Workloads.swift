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

    /// The steps of scenarios, which a process of its own runs and no table of the main run has.
    private static let steps: [any Workload] =
        ProcessEnd.allCases.map(WriteAndEnd.init) + LongChangeKind.allCases.map(LongChange.init)
        + [CommitLatencies(), ReadLatencies()] + HistoryKeeping.allCases.map(WriteHistory.init)
        + [CompactAndEnd(), FirstRevisions()]

    static func named(_ name: String) -> (any Workload)? {
        (all + steps).first { $0.row.name.lowercased() == name.lowercased() }
    }
}
