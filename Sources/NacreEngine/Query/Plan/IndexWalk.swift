internal import NacreFormat

/// Passes on the objects in the order of an index. Objects of one key stand by their rows there:
/// they are sorted before anyone sees them, by what the key does not say and by their ids.
///
/// Records are found a block at a time, because in the order of an index each stands somewhere else
/// and has to be waited for: so they are waited for together.
///
/// Of a key that very many objects have, a query of its own finds the few that are wanted
/// (``LargeGroups``).
struct IndexWalk: ~Copyable {
    private let execution: QueryExecution
    private let tree: Tree
    private let ranges: [KeyRange]
    private let isAscending: Bool
    private var window: RowWindow
    private var test: RecordTest

    private var reader: BlockReader
    /// Of the records that the reader is going to find: as many as a block takes.
    private var entryKeys = InlineArray<64, UInt64>(repeating: 0)
    /// With so many a block ends where a key does: more may not be wanted. 0 if those of the key at
    /// hand are enough. Objects of one key are needed together, which fills blocks up.
    private var blockSize: Int

    /// Of the objects of one key that match.
    private var key: UInt64 = 0
    /// How many have that key so far, whether they match or not.
    private var groupCount = 0
    /// As long as there is one of them.
    private var only: FoundRecord?
    /// Nil until there are some: most indexes have few objects of one key.
    private var several: FirstMatches?
    /// How many of them. By itself, as is whether there is a cursor: asking the others would copy
    /// what they hold.
    private var severalCount = 0

    /// Whether keys are those of what objects are sorted by first.
    private let keysAreOfSort: Bool

    private var largeGroups: LargeGroups?
    /// A key whose objects a query of its own is going to find.
    private var largeKey: UInt64?
    /// The last key whose objects were counted for that. Keys before it are not: a damaged tree may
    /// lead back to them.
    private var countedKey: UInt64?

    /// How many entries may still be visited, and whether there were more.
    private(set) var visitsLeft: Int
    private(set) var hasGivenUp = false

    /// Of the query's cursor, if it has one: objects of this key stand before it and behind it.
    private let keyOfCursor: UInt64?
    private let hasCursor: Bool
    private var cursorTest: CursorTest?

    /// - Parameter visitsMax: with more entries to visit it gives up.
    init(
        _ execution: QueryExecution, _ index: IndexDefinition, _ ranges: [KeyRange],
        isAscending: Bool, _ window: RowWindow, visitsMax: Int?
    ) throws(StoreError) {
        // What can throw comes first: nothing of the walk is there yet.
        let cursorTest = try CursorTest(execution)
        self.cursorTest = cursorTest
        self.execution = execution
        tree = execution.source.tree(of: index, execution.definition)
        self.ranges = ranges
        self.isAscending = isAscending
        self.window = window
        test = RecordTest(execution.residual, in: execution.source)
        reader = BlockReader(of: execution.definition, in: execution.source)
        blockSize = Self.blockSize(window.wanted, of: execution)
        keysAreOfSort =
            index.isOfOneValue && !index.isUnique && execution.keys.begin(with: index.attribute)
        hasCursor = execution.query.after != nil
        keyOfCursor = execution.query.after.flatMap { index.key(of: $0, execution.source.idKey) }
        largeGroups = visitsMax == nil ? LargeGroups(execution, index) : nil
        visitsLeft = visitsMax ?? .max
    }

    /// As many as are wanted, and the one that a cursor comes from. A few at least where some may
    /// not match.
    /// - Parameter wanted: nil for all; not above 0 if there are enough.
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

    /// - Returns: false once no more is wanted.
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
                // The first time that it does not pay is the last one.
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

    /// Goes on until there is nothing more, or a key that very many objects have.
    /// - Returns: false once no more is wanted.
    private mutating func run(
        _ range: KeyRange, from start: TreeEntry, _ body: (FoundRecord) throws -> Bool
    ) throws -> Bool {
        // What was passed over is not wanted any more.
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

    /// Goes through entries of a leaf.
    /// - Parameter goesOn: false once no more is wanted.
    /// - Returns: false if there is nothing more in the range, too.
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

    /// The entry to begin with: behind objects that the offset passes over, if none of them has to
    /// be looked at.
    /// - Returns: nil if that is the whole range.
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
        // Objects of one key are sorted together: the whole group is needed. Mostly it is the one.
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

    /// Finds the records of the entries so far.
    /// - Returns: false once no more is wanted.
    private mutating func endBlock(
        of range: KeyRange, _ body: (FoundRecord) throws -> Bool
    ) throws -> Bool {
        defer { reader.removeAll() }
        let count = reader.block.count
        visitsLeft -= count
        try reader.locate()
        let asked = asked(range)
        let matching =
            try reader.block.all & ~asked | (asked == 0 ? 0 : test.matches(reader, asked))
        var start = 0
        while start < count {
            let entryKey = entryKeys[start]
            var end = start + 1
            while end < count, entryKeys[end] == entryKey { end += 1 }
            if entryKey != key {
                guard try endGroup(body) else { return false }
                key = entryKey
                groupCount = 0
                // The one object of its key, as the next entry says, needs no group.
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

    /// Where a walk goes on behind a key; nil if the range ends there.
    private func behind(_ key: UInt64, in range: KeyRange) -> TreeEntry? {
        guard key != (isAscending ? range.upper : range.lower) else { return nil }
        return isAscending
            ? TreeEntry(key: key + 1, row: 0) : TreeEntry(key: key - 1, row: .max)
    }

    /// The entries whose keys leave open if the objects match.
    private func asked(_ range: KeyRange) -> UInt64 {
        guard execution.plan.asksOnlyTies else { return reader.block.all }
        if range.check == .none { return 0 }
        var asked: UInt64 = 0
        for index in 0..<reader.block.count where range.asks(at: entryKeys[index]) {
            asked |= 1 << UInt64(index)
        }
        return asked
    }

    /// Of so many objects the records are fetched before they are passed on.
    private static var prefetchDistance: Int { 16 }

    /// - Parameter records: of one key.
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

    /// Passes on the objects of one key.
    /// - Returns: false once no more is wanted.
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
