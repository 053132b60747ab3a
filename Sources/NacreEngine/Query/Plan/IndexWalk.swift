internal import NacreFormat

/// A walk that passes on the objects in the order of an index. In the index, objects of one key are
/// in row order. The walk therefore sorts them by the remaining sort values and by id before it
/// passes them on.
///
/// Records are found a block at a time. In index order each record lies somewhere else and costs a
/// cache miss; in a block these misses overlap.
///
/// If very many objects have one key, a separate query finds the few that are wanted
/// (``LargeGroups``).
struct IndexWalk: ~Copyable {
    private let execution: QueryExecution
    private let tree: Tree
    private let ranges: [KeyRange]
    private let isAscending: Bool
    private var window: RowWindow
    private var matcher: RecordMatcher

    private var reader: BlockReader
    /// The keys of the records that the reader is going to find, at most one block.
    private var entryKeys = InlineArray<64, UInt64>(repeating: 0)
    /// The target block size. Once it is reached, the block ends at the next key boundary, because
    /// more may not be wanted. 0: the objects of the current key are enough. Objects of one key are
    /// needed together, and may fill the block up.
    private var blockSize: Int

    /// The key of the current group: the matching objects of one key.
    private var key: UInt64 = 0
    /// The number of objects of that key so far, matching or not.
    private var groupCount = 0
    /// The match, as long as the group has only one.
    private var only: FoundRecord?
    /// The matches, if the group has several. Nil until the first such group: most indexes have few
    /// objects of one key.
    private var several: FirstMatches?
    /// The number of matches in `several`. Stored separately, like `hasCursor`: reading it from
    /// there would copy the content.
    private var severalCount = 0

    /// Whether the index keys are those of the first sort attribute.
    private let keysAreOfSort: Bool

    private var largeGroups: LargeGroups?
    /// The key whose objects a separate query will find.
    private var largeKey: UInt64?
    /// The last key whose objects were counted for `largeGroups`. Keys before it are not counted
    /// again: a damaged tree may lead back to them.
    private var countedKey: UInt64?

    /// The number of entries that may still be visited. ``hasGivenUp`` tells whether there were
    /// more.
    private(set) var visitsLeft: Int
    private(set) var hasGivenUp = false

    /// The index key of the query's cursor, if it has one. Objects with this key lie on both sides
    /// of the cursor.
    private let keyOfCursor: UInt64?
    private let hasCursor: Bool
    private var cursorTest: CursorMatcher?

    /// - Parameter visitsMax: The maximum number of entries to visit before the walk gives up; nil
    ///   for no limit.
    init(
        _ execution: QueryExecution, _ index: IndexDefinition, _ ranges: [KeyRange],
        isAscending: Bool, _ window: RowWindow, visitsMax: Int?
    ) throws(StoreError) {
        // Throwing calls come first, before any stored property is initialized.
        let cursorTest = try CursorMatcher(execution)
        self.cursorTest = cursorTest
        self.execution = execution
        tree = execution.source.tree(of: index, execution.definition)
        self.ranges = ranges
        self.isAscending = isAscending
        self.window = window
        matcher = RecordMatcher(execution.residual, in: execution.source)
        reader = BlockReader(of: execution.definition, in: execution.source)
        blockSize = Self.blockSize(window.wanted, of: execution)
        keysAreOfSort =
            index.isOfOneValue && !index.isUnique && execution.keys.begin(with: index.attribute)
        hasCursor = execution.query.after != nil
        keyOfCursor = execution.query.after.flatMap { index.key(of: $0, execution.source.idKey) }
        largeGroups = visitsMax == nil ? LargeGroups(execution, index) : nil
        visitsLeft = visitsMax ?? .max
    }

    /// Returns the number of wanted objects, plus the one that the cursor comes from. At least a
    /// few, if some may not match.
    /// - Parameter wanted: The number of objects wanted; nil for all; 0 or below if there are
    ///   enough.
    private static func blockSize(
        _ wanted: Int?, of execution: QueryExecution
    ) -> Int {
        guard let wanted, wanted < RecordBlock.capacity else { return RecordBlock.capacity }
        if wanted <= 0 { return 0 }
        let least = execution.plan.residual.isAll ? 1 : 8
        return max(least, execution.query.after == nil ? wanted : wanted + 1)
    }

    mutating func run(_ body: (FoundRecord) throws -> Bool) throws {
        guard !window.isOver else { return }
        for range in isAscending ? ranges : ranges.reversed() {
            guard try run(range, body) else { return }
        }
    }

    /// Walks over one range.
    /// - Returns: False once no more is wanted.
    private mutating func run(
        _ range: KeyRange, _ body: (FoundRecord) throws -> Bool
    ) throws -> Bool {
        var next = skippingStart(of: range)
        while let start = next {
            guard try run(range, from: start, body) else { return false }
            next = nil
            guard let key = largeKey else { continue }
            largeKey = nil
            guard let found = try largeGroups?.first(of: key, in: tree, window) else {
                // Once this does not pay, it is not tried again.
                largeGroups = nil
                next = TreeEntry(key: key, row: isAscending ? 0 : .max)
                continue
            }
            for found in found {
                guard try pass(found, body) else { return false }
            }
            next = behind(key, in: range)
        }
        return true
    }

    /// Walks on until the end of the range, or until a key that very many objects have.
    /// - Returns: False once no more is wanted.
    private mutating func run(
        _ range: KeyRange, from start: TreeEntry, _ body: (FoundRecord) throws -> Bool
    ) throws -> Bool {
        // Objects that were skipped are no longer wanted.
        blockSize = Self.blockSize(window.wanted, of: execution)
        var goesOn = true
        let tree = tree
        if isAscending {
            try tree.forEachLeaf(from: start) { leaf, places in
                try add(leaf, places, of: range, &goesOn, body)
            }
        } else {
            try tree.forEachLeafDescending(through: start) { leaf, places in
                try add(leaf, places, of: range, &goesOn, body)
            }
        }
        if largeKey == nil, goesOn { goesOn = try endBlock(of: range, body) }
        return try largeKey != nil || goesOn && endGroup(body)
    }

    /// Adds entries of a leaf.
    /// - Parameter goesOn: Set to false once no more is wanted.
    /// - Returns: False if no more is wanted, or at the end of the range.
    private mutating func add(
        _ leaf: Node, _ places: Range<Int>, of range: KeyRange, _ goesOn: inout Bool,
        _ body: (FoundRecord) throws -> Bool
    ) throws -> Bool {
        try leaf.forEachEntry(places, isAscending: isAscending) { entry in
            guard range.lower <= entry.key, entry.key <= range.upper else { return false }
            let place = reader.block.count
            if place >= blockSize, (place == 0 ? key : entryKeys[place - 1]) != entry.key {
                goesOn = try (place == 0 || endBlock(of: range, body)) && endGroup(body)
                guard goesOn else { return false }
                blockSize = Self.blockSize(window.wanted, of: execution)
            }
            entryKeys[reader.block.count] = entry.key
            reader.append(entry.row)
            if reader.block.isFull { goesOn = try endBlock(of: range, body) }
            return goesOn
        }
    }

    /// Returns the entry to begin with. Skips the objects that the offset passes over, if none of
    /// them has to be read.
    /// - Returns: Nil if that is the whole range.
    private mutating func skippingStart(of range: KeyRange) -> TreeEntry? {
        let first = isAscending ? range.start : range.end
        guard window.toSkip > 0, execution.plan.residual.isAll, keyOfCursor == nil else {
            return first
        }
        let start = range.lower == 0 ? 0 : tree.rank(of: range.start)
        let end = start + tree.count(of: range)
        if window.toSkip >= end - start {
            window.skip(end - start)
            return nil
        }
        let place = isAscending ? start + window.toSkip : end - 1 - window.toSkip
        let before = isAscending ? place - 1 : place + 1
        guard let (entry, other) = tree.entry(at: place, beside: before) else { return nil }
        // Objects of one key are sorted together, so the whole group is needed. Usually the group
        // is this one entry.
        if other?.key != entry.key {
            window.skip(window.toSkip)
            return entry
        }
        let group = KeyRange(lower: entry.key, upper: entry.key)
        if isAscending {
            window.skip(max(tree.rank(of: group.start), start) - start)
            return group.start
        }
        window.skip(end - min(tree.rank(of: group.end), end))
        return group.end
    }

    /// Finds the records of the entries collected so far.
    /// - Returns: False once no more is wanted.
    private mutating func endBlock(
        of range: KeyRange, _ body: (FoundRecord) throws -> Bool
    ) throws -> Bool {
        defer { reader.removeAll() }
        let count = reader.block.count
        visitsLeft -= count
        try reader.locate()
        let asked = asked(range)
        let matching =
            try reader.block.all & ~asked | (asked == 0 ? 0 : matcher.matches(reader, asked))
        var start = 0
        while start < count {
            let entryKey = entryKeys[start]
            var end = start + 1
            while end < count, entryKeys[end] == entryKey { end += 1 }
            if entryKey != key {
                guard try endGroup(body) else { return false }
                key = entryKey
                groupCount = 0
                // The only object of its key, as the next entry shows: no group is needed.
                if end == start + 1, end < count, !hasCursor {
                    groupCount = 1
                    if matching >> UInt64(start) & 1 != 0 {
                        guard try pass(reader.found(start), body) else { return false }
                    }
                    start = end
                    continue
                }
            }
            groupCount += end - start
            let group = UInt64.ones(end) & .max << UInt64(start)
            try add(matching & group)
            start = end
        }
        if isLarge(key) {
            largeKey = key
            groupCount = 0
            removeGroup()
            return false
        }
        let kept = severalCount > 0 ? severalCount : only == nil ? 0 : 1
        blockSize = Self.blockSize(window.wanted.map { $0 - kept }, of: execution)
        hasGivenUp = visitsLeft < 0
        return !hasGivenUp
    }

    private mutating func isLarge(_ key: UInt64) -> Bool {
        guard groupCount >= RecordBlock.capacity, key != keyOfCursor,
            countedKey.map({ isAscending ? key > $0 : key < $0 }) ?? true
        else { return false }
        countedKey = key
        return largeGroups?.has(key, in: tree, window) ?? false
    }

    /// Returns the entry at which the walk continues after a key; nil if the range ends there.
    private func behind(_ key: UInt64, in range: KeyRange) -> TreeEntry? {
        guard key != (isAscending ? range.upper : range.lower) else { return nil }
        return isAscending
            ? TreeEntry(key: key + 1, row: 0) : TreeEntry(key: key - 1, row: .max)
    }

    /// Returns the entries whose keys do not decide whether the objects match.
    private func asked(_ range: KeyRange) -> UInt64 {
        guard execution.plan.asksOnlyTies else { return reader.block.all }
        if range.check == .none { return 0 }
        var asked: UInt64 = 0
        for index in 0..<reader.block.count where range.asks(at: entryKeys[index]) {
            asked |= 1 << UInt64(index)
        }
        return asked
    }

    /// The number of objects that are prefetched ahead of the one passed on.
    private static var prefetchDistance: Int { 16 }

    /// Adds records to the current group.
    /// - Parameter records: Records of one key.
    private mutating func add(_ records: UInt64) throws {
        var records = records
        if hasCursor, key == keyOfCursor {
            try records.forEachBit { index in
                let isBehind = try cursorTest?.holds(for: reader.found(index)) ?? true
                if !isBehind { records &= ~(1 << UInt64(index)) }
            }
        }
        guard records != 0 else { return }
        if severalCount == 0, only == nil, records & (records - 1) == 0 {
            only = try reader.found(records.trailingZeroBitCount)
            return
        }
        if severalCount == 0 {
            if several == nil { several = try FirstMatches(execution.keys, in: execution.source) }
            several?.removeAll(wanted: window.wanted)
            if let only { try several?.add(only) }
        }
        try several?.add(reader, records, first: keysAreOfSort ? key : nil)
        severalCount = several?.count ?? 0
    }

    private mutating func removeGroup() {
        only = nil
        if severalCount > 0 { several?.removeAll(wanted: nil) }
        severalCount = 0
    }

    /// Passes on the objects of the current group.
    /// - Returns: False once no more is wanted.
    private mutating func endGroup(_ body: (FoundRecord) throws -> Bool) throws -> Bool {
        if severalCount == 0 {
            guard let only else { return true }
            self.only = nil
            return try pass(only, body)
        }
        let sorted = try several?.sorted() ?? []
        removeGroup()
        for found in sorted.prefix(Self.prefetchDistance) { found.record.prefetchRest() }
        for (place, found) in sorted.enumerated() {
            let ahead = place + Self.prefetchDistance
            if ahead < sorted.count { sorted[ahead].record.prefetchRest() }
            guard try pass(found, body) else { return false }
        }
        return true
    }

    private mutating func pass(
        _ found: FoundRecord, _ body: (FoundRecord) throws -> Bool
    ) throws -> Bool {
        guard window.takesNext() else { return true }
        return try body(found) && !window.isOver
    }
}
