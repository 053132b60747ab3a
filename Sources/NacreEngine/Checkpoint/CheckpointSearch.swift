internal import NacreFormat

/// The runs of a full-text index, as a checkpoint names them. A class: see ``StoreOpener``.
final class CheckpointSearch: Sendable {
    let entity: EntityNumber
    /// The place of the search in the entity's schema.
    let number: UInt32
    /// The runs, from the oldest to the newest.
    let runs: [NamedRun]

    init(entity: EntityNumber, number: UInt32, runs: [NamedRun]) {
        self.entity = entity
        self.number = number
        self.runs = runs
    }
}

extension [CheckpointSearch] {
    /// The numbers of all runs.
    var runNumbers: [UInt32] {
        var numbers: [UInt32] = []
        for search in self { for run in search.runs { numbers.append(run.number) } }
        return numbers
    }
}

/// The full-text indexes of a checkpoint, and what is needed of the checkpoint to bring them up to
/// date. A class: see ``StoreOpener``.
final class CheckpointSearches: Sendable {
    let header: CheckpointHeader
    let catalog: Catalog
    let blocks: CheckpointBlocks
    let searches: [CheckpointSearch]

    init(
        _ searches: [CheckpointSearch], _ header: CheckpointHeader, _ catalog: Catalog,
        _ blocks: CheckpointBlocks
    ) {
        self.searches = searches
        self.header = header
        self.catalog = catalog
        self.blocks = blocks
    }

    /// Returns the runs of an index; nil if the checkpoint does not have it.
    func runs(of identity: SearchIdentity) -> [NamedRun]? {
        guard let definition = catalog[identity.entity],
            let number = definition.searches.firstIndex(where: { $0.identity == identity })
        else { return nil }
        return searches.first { $0.entity == identity.entity && $0.number == number }?.runs
    }
}
