extension Writer {
    /// Stops the process if the head contradicts its parts. Checks only small stores, because the
    /// time grows with their size.
    func checkInvariants(of version: Version) {
        #if NACRE_CHECKS
            if usage.segments.reduce(0, { $0 + $1.liveRecords }) <= 1024 {
                precondition(
                    usage.agrees(with: version.roots.map(\.rows), in: log.segments),
                    "the usage of segments does not match the rows")
            }
            for tree in version.trees where tree.count <= 1024 { tree.checkInvariants() }
            for root in version.roots where root.ids.count <= 1024 {
                root.ids.checkInvariants()
                root.rows.checkInvariants()
            }
        #endif
    }
}
