internal import Foundation

/// The messages of a writer process through a pipe, one line each. The process that kills the
/// writer thereby knows its promises so far. The pipe is not on the file system that loses its
/// power.
enum Acknowledgement: Equatable {
    /// The store is about to be opened, or is open.
    case opening, opened
    /// A commit is about to be made.
    case began(UInt64)
    /// `performChanges` has returned.
    case returned(UInt64)
    /// The commit, and all before it, survive the loss of power.
    case durable(UInt64)
    /// The disk was full: the commit was not made.
    case refused(UInt64)
    case compacting, compacted
    /// The commit that has begun is an erase, or takes back another one.
    case erasing, reverting
    case checkpointing, checkpointed
    case closing, closed

    private static let words: [(String, Acknowledgement)] = [
        ("opening", .opening), ("opened", .opened), ("compacting", .compacting),
        ("compacted", .compacted), ("checkpointing", .checkpointing),
        ("checkpointed", .checkpointed), ("closing", .closing), ("closed", .closed),
        ("erasing", .erasing), ("reverting", .reverting),
    ]

    var line: String {
        switch self {
        case .began(let commit): "b\(commit)"
        case .returned(let commit): "r\(commit)"
        case .durable(let commit): "d\(commit)"
        case .refused(let commit): "f\(commit)"
        default: Self.words.first { $0.1 == self }?.0 ?? ""
        }
    }

    init?(line: Substring) {
        if let word = Self.words.first(where: { $0.0 == line }) {
            self = word.1
            return
        }
        guard let number = UInt64(line.dropFirst()) else { return nil }
        switch line.first {
        case "b": self = .began(number)
        case "r": self = .returned(number)
        case "d": self = .durable(number)
        case "f": self = .refused(number)
        default: return nil
        }
    }

    /// Sends the message to the parent process.
    func tell() {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}

/// The messages of a writer until its end.
struct AcknowledgementLog {
    /// The last commit that may be in the store, the last that was acknowledged to its caller, and
    /// the last that survives a loss of power.
    private(set) var begun: UInt64 = 0
    private(set) var returned: UInt64 = 0
    private(set) var durable: UInt64 = 0
    private(set) var returnedCount = 0
    private(set) var hasOpened = false
    /// The writer's last message.
    private(set) var last: Acknowledgement?
    /// The bytes of an incomplete line.
    private var rest: [UInt8] = []

    mutating func add(_ data: Data) {
        rest += data
        guard let end = rest.lastIndex(of: UInt8(ascii: "\n")) else { return }
        let text = String(decoding: rest[..<end], as: UTF8.self)
        rest.removeSubrange(...end)
        for line in text.split(separator: "\n") {
            guard let item = Acknowledgement(line: line) else { continue }
            last = item
            switch item {
            case .opened: hasOpened = true
            case .began(let commit): begun = max(begun, commit)
            case .returned(let commit):
                returned = max(returned, commit)
                returnedCount += 1
            case .durable(let commit): durable = max(durable, commit)
            default: break
            }
        }
    }

    /// The activity that the end of the process interrupted.
    var moment: String {
        switch last {
        case nil, .opening: "while opening"
        case .began: "in a commit"
        case .compacting: "in a compaction"
        case .checkpointing: "in a checkpoint"
        case .erasing: "in an erase"
        case .reverting: "in a revert"
        case .closing: "while closing"
        case .closed: "closed"
        default: "between commits"
        }
    }
}
