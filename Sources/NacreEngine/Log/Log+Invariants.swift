internal import NacreFormat

extension Log {
    /// Checks the invariants between two changes.
    func checkInvariants() throws(BrokenInvariant) {
        try Self.require(
            manifest.active == active.number, 1,
            "the manifest names the active segment \(manifest.active), not \(active.number)")
        try check(manifest)
        let mapped = segments[active.number]?.view.count ?? 0
        try Self.require(
            mapped >= active.written, 3,
            "\(mapped) bytes of the active segment are mapped, \(active.written) are written")
        try active.checkInvariants()
    }

    /// Checks a manifest that has been written or is about to be.
    func check(_ manifest: Manifest) throws(BrokenInvariant) {
        let named = manifest.segments.map(\.number)
        try Self.require(
            Set(named + [manifest.active]).count == named.count + 1, 3,
            "a segment is named twice: \(named), \(manifest.active)")
        for number in named {
            try Self.require(segments[number] != nil, 3, "segment \(number) is not mapped")
        }
        let again = try? Manifest.decode(manifest.encoded)
        try Self.require(again == manifest, 4, "generation \(manifest.generation) reads otherwise")
    }

    /// Checks that segments are listed without another in between.
    func checkNeighbors(_ numbers: [SegmentNumber]) throws(BrokenInvariant) {
        let listed = manifest.segments.map(\.number)
        let places = numbers.compactMap { listed.firstIndex(of: $0) }
        let first = places.first ?? 0
        try Self.require(
            places.count == numbers.count && places == Array(first..<first + places.count), 5,
            "segments \(numbers) are no neighbors in \(listed)")
    }

    /// Checks that the manifest names the segment of a commit that is about to be written.
    /// - Parameter segment: The segment that the commit's frames are in.
    func checkNamed(_ segment: SegmentWriter) throws(BrokenInvariant) {
        try Self.require(
            segment === active && manifest.active == segment.number, 2,
            "a commit is in segment \(segment.number), the manifest names \(manifest.active)")
    }
}
