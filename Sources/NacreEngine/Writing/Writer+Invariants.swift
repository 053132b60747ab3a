internal import NacreFormat

extension Writer {
    /// Checks the number of a commit that is about to be written.
    func checkNext(_ commit: CommitNumber) throws(BrokenInvariant) {
        try Self.require(commit == lastCommit.next, 3, "\(commit) follows \(lastCommit)")
    }

    /// Stops the process if an invariant of the writer or of its parts is broken.
    /// - Parameter version: The version that was just made of the head.
    func checkInvariantsOrStop(of version: Version) {
        #if NACRE_CHECKS
            do throws(BrokenInvariant) { try checkInvariants(of: version) } catch {
                // Damaged blocks of a checkpoint may have been found meanwhile. An optimized build
                // prints no message of a precondition.
                guard context.isDamaged else { fatalError("\(error)") }
            }
        #endif
    }

    /// Checks the writer and its parts between two changes. Reads trees only of small stores,
    /// because that takes time in proportion to their size.
    func checkInvariants(of version: Version) throws(BrokenInvariant) {
        try log.checkInvariants()
        let isSmall =
            usage.segments.reduce(0, { $0 + $1.liveRecords }) <= Self.checkedMax
        if isSmall { try usage.checkInvariants(version.roots.map(\.rows), log.segments) }
        for (number, roots) in version.roots.enumerated()
        where roots.ids.count <= Self.checkedMax {
            try roots.ids.checkInvariants()
            try roots.rows.checkInvariants()
            try entity(number).checkInvariants()
        }
        for (slot, tree) in version.trees.enumerated() where tree.count <= Self.checkedMax {
            try tree.checkInvariants()
            try index(slot).checkInvariants()
        }
        // A forged checkpoint may contradict itself, and stays wrong as changes build on it.
        if checkpointBlocks == nil { try version.checkInvariants(upTo: Self.checkedMax) }
        guard isSmall else { return }
        try pool.checkInvariants(
            reachable: version.roots.map(\.rows), version.trees + version.roots.map(\.ids))
    }

    /// The number of entries up to which a tree is checked after every commit.
    private static let checkedMax = 1024
}
