internal import Synchronization

/// What key paths sort by: `\.population.descending`. Going along one takes as long as reading an
/// object, and those that stand in a program's text are the same ones each time.
@usableFromInline
enum KnownSorts {
    private static let contents = Mutex<[ObjectIdentifier: Known]>([:])
    /// Those that lead through references or in generic code are made anew each time, and nobody
    /// asks for them again: when there are so many, all go, and the others soon come back.
    private static let countMax = 256

    private struct Known: @unchecked Sendable {
        // SAFETY: only held, so that no other one has its address.
        let path: AnyKeyPath
        let content: SortContent
    }

    /// - Parameter make: goes along the path.
    @usableFromInline
    static func content(of path: AnyKeyPath, _ make: () -> SortContent) -> SortContent {
        let id = ObjectIdentifier(path)
        if let known = contents.withLock({ $0[id]?.content }) { return known }
        let new = Known(path: path, content: make())
        contents.withLock { contents in
            if contents.count == countMax { contents.removeAll(keepingCapacity: true) }
            contents[id] = new
        }
        return new.content
    }
}
