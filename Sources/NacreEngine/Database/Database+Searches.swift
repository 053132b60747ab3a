internal import NacreFormat
internal import NacreSearch

/// Keeps the indexes of full-text searches.
extension Database {
    /// Builds the indexes that are missing, brings the others up to date, and merges their runs.
    /// Changes continue meanwhile. Waits for another thread that does so.
    /// - Parameters:
    ///   - progress: Called from time to time with the share that is done, from 0 to 1.
    ///   - isCancelled: Whether to end the work, with an error. Finished indexes are kept.
    package func buildSearches(
        progress: (_ share: Double) -> Void = { _ in }, isCancelled: () -> Bool = { false }
    ) throws {
        let searches = try snapshot().version.context.searches
        try searches.building.alone {
            try buildSearches(searches, progress) {
                try checkGoesOn()
                try checkGoesOn(isCancelled)
            }
        }
    }

    private func buildSearches(
        _ searches: SearchBases, _ progress: (Double) -> Void, _ check: () throws -> Void
    ) throws {
        let era = searches.era
        let snapshot = try snapshot(label: "search")
        searches.resetChurn()
        let all = snapshot.catalog.searches
        let identities = Set(all.map(\.identity))
        searches.keep { identities.contains($0) }
        var failure: (any Error)?
        for (number, search) in all.enumerated() where search.isExact {
            try check()
            // An error of one index, such as that of a damaged object, does not end the others.
            do {
                try build(search, in: snapshot, era, check) { share in
                    progress((Double(number) + share) / Double(all.count))
                }
            } catch { failure = failure ?? error }
        }
        if let failure { throw failure }
        progress(1)
    }

    private func build(
        _ search: SearchDefinition, in snapshot: DatabaseSnapshot, _ era: SearchEra,
        _ check: () throws -> Void, _ progress: (Double) -> Void
    ) throws {
        guard let definition = snapshot.catalog[search.identity.entity] else { return }
        let searches = snapshot.version.context.searches
        let reader = SearchReader(search, of: definition, in: snapshot.view)
        if try reader.usable(check) != nil {
            do {
                return try searches.mergeRuns(of: search.identity, in: era, check)
            } catch is SearchError {
                // A run is damaged. The index is built again.
                reader.forget()
            }
        }
        let indexing = SearchIndexing(search, of: definition, in: snapshot.view)
        let state = try indexing.whole { share in
            progress(share)
            try check()
        }
        snapshot.version.keep(state, of: search.identity, in: era)
        if !isReadOnly, state.byteCount >= Self.savedMin {
            try withWriter { $0.isBeyondCheckpoint = true }
        }
        try searches.mergeRuns(of: search.identity, in: era, check)
    }

    /// The size of a new index, in bytes, from which on the next checkpoint does not wait for
    /// changes. To make a smaller one again takes no longer than to write the checkpoint.
    private static let savedMin = 256 << 10

    /// Schedules the work on searches after a commit, if the mode says so.
    /// - Parameter bytes: The number of bytes that the commit has written.
    func buildSearchesInBackground(_ version: Version, churn bytes: Int) {
        guard !version.catalog.searches.isEmpty, maintenance.mode == .background else { return }
        let searches = version.context.searches
        guard searches.add(churn: bytes) || searches.isMissing(of: version.catalog) else { return }
        maintenance.scheduleSearches { [weak self] in
            try self?.buildSearches()
        } then: { [weak self] in
            if try self?.withWriter({ $0.isBeyondCheckpoint }) == true { try self?.checkpoint() }
        }
    }
}

extension SearchBases {
    /// Returns whether a search of a catalog has no index yet.
    fileprivate func isMissing(of catalog: Catalog) -> Bool {
        catalog.searches.contains { $0.isExact && known($0.identity) == nil }
    }

    /// Merges runs of an index until there are few.
    fileprivate func mergeRuns(
        of identity: SearchIdentity, in era: SearchEra, _ check: () throws -> Void
    ) throws {
        while let state = known(identity)?.state, let range = state.mergeProposal() {
            let merged = try state.merged(range, checkCancelled: check)
            try replace(identity, in: era) { present in
                try present.replacing(range, with: merged, mergedIn: state)
            }
        }
    }
}
