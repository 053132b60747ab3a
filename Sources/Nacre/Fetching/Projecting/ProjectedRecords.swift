internal import NacreEngine

/// The records of a result of which attributes are read.
enum ProjectedRecords {
    /// So many that several threads read them.
    case shared(SharedRecords)
    /// So many, and keys tell the attributes.
    case keyed(KeyedRecords)
    case list(RecordList)

    var count: Int {
        switch self {
        case .shared(let records): records.count
        case .keyed(let records): records.count
        case .list(let list): list.found.count
        }
    }

    /// Calls a closure with all records, a block at a time.
    /// - Parameter body: It must be thread-safe, which the compiler does not check.
    func forEachBlock(_ body: (ProjectedBlock) throws -> Void) throws {
        switch self {
        case .shared(let records):
            try records.forEachBlock(of: ProjectedBlock.sizeMax) { start, found in
                try body(ProjectedBlock(start: start, found: found))
            }
        case .keyed(let records):
            try records.forEachBlock(of: ProjectedBlock.sizeMax) { try body(ProjectedBlock($0)) }
        case .list(let list): try list.forEachBlock(body)
        }
    }
}

/// Records in an array, each with those that some paths lead to.
struct RecordList {
    private(set) var found: [FoundRecord] = []
    private var reached: [FoundRecord?] = []
    private let pathCount: Int

    init(pathCount: Int) { self.pathCount = pathCount }

    mutating func append(_ record: FoundRecord, _ others: [FoundRecord?] = []) {
        found.append(record)
        if pathCount > 0 { reached.append(contentsOf: others) }
    }

    func forEachBlock(_ body: (ProjectedBlock) throws -> Void) throws {
        for start in stride(from: 0, to: found.count, by: ProjectedBlock.sizeMax) {
            let end = min(start + ProjectedBlock.sizeMax, found.count)
            try body(
                ProjectedBlock(
                    start: start, found: found[start..<end],
                    reached: reached[start * pathCount..<end * pathCount], pathCount: pathCount))
        }
    }
}
