internal import NacreFormat

extension StoreLoader {
    /// Checks bad bytes at the end of the active segment. They are a torn tail, unless a later
    /// frame says that they had been synced: then they are damage, and nothing may be cut.
    func checkTail(_ scan: SegmentScan, _ number: SegmentNumber) throws(StoreError) {
        guard case .invalid(let error) = scan.end else { return }
        let synced = max(scan.watermark, scan.watermarkAhead ?? .none)
        if TornTail.isTorn(at: scan.cursor.position, synced: synced) { return }
        throw StoreError(
            .corrupt,
            "Bytes that had been synced are damaged, so commits after \(scan.summary.lastCommit)"
                + " cannot be read. Nothing was changed; restore the file from a backup. (A drive"
                + " that acknowledges syncs without doing them causes this too.)",
            file: files.path(number), offset: error.offset, cause: error.description,
            expected: "whole frames up to offset \(synced.offset)",
            found: "\(error.structure) with \(error.found)")
    }
}
