import NacreEngine
import NacreFormat
import NacreTestSupport

/// A store with a past of random steps: three entities, one of them without history at times, long
/// texts, ids and rows that are used again, schemas that change, policies, marks and compactions.
struct HistoryWorld {
    enum Write: Sendable {
        case save(entity: Int, id: Int64, text: Int)
        case delete(entity: Int, id: Int64)
        /// Deletes an object and inserts it again, with the same text if that is nil.
        case replace(entity: Int, id: Int64, text: Int?)
        /// Changes an object and changes it back.
        case touch(entity: Int, id: Int64)
    }

    enum Step: Sendable {
        case commit([Write])
        case keep(Int, entity: Int?)
        case mark(Int)
        case removeMark(Int)
        case addAttribute(Int)
        case removeAttribute(Int)
        case makeUnique(Int)
        case undo
        case erase(entity: Int, id: Int64)
        case compact
        case compactStep
        case reopen
    }

    static let entities = ["Town", "Club", "Cache"]
    static let policies: [HistoryPolicy] = [
        .none, .forever, .commits(6), .bytes(3000), .commits(20).atMost(bytes: 100_000),
    ]
    /// Texts, one of which becomes an external value.
    static let texts = ["", "a", "e\u{301}", String(long: "long ", count: 14_000), "\"\\\n"]

    static let write = Generator<Write> { choices throws(Rejection) in
        let entity = try choices.draw(.integer(in: 0...2))
        let id = try choices.draw(.integer(in: 0...12 as ClosedRange<Int64>))
        let text = try choices.draw(.integer(in: 0...texts.count - 1))
        return switch try choices.draw(.integer(in: 0...7)) {
        case 0, 1: .delete(entity: entity, id: id)
        case 2: .replace(entity: entity, id: id, text: text)
        case 3: .replace(entity: entity, id: id, text: nil)
        case 4: .touch(entity: entity, id: id)
        default: .save(entity: entity, id: id, text: text)
        }
    }

    static let place = Generator<Int>.integer(in: 0...2)
    static let policy = Generator<Int>.integer(in: 0...policies.count - 1)
    static let step = Generator<Step>.frequency(
        (14, Generator<[Write]>.array(of: write, count: 0...6).map { .commit($0) }),
        (2, policy.map { .keep($0, entity: nil) }),
        (2, policy.map { .keep($0, entity: $0 % 2 + 1) }), (2, place.map { .mark($0) }),
        (1, place.map { .removeMark($0) }), (1, place.map { .addAttribute($0) }),
        (1, place.map { .removeAttribute($0) }), (1, place.map { .makeUnique($0) }),
        (1, .just(.undo)),
        (1, Generator<Int64>.integer(in: 0...12).map { .erase(entity: Int($0 % 3), id: $0) }),
        (2, .just(.compact)), (2, .just(.compactStep)), (1, .just(.reopen)))

    let store: TestStore
    private var count = 0

    init() throws {
        store = try TestStore(segmentSizeNominal: 3000) {
            $0.compaction.slack = 8000
            $0.compaction.tombstoneBytesMin = 200
        }
        try store.database.performChanges { changes in
            for name in Self.entities {
                try changes.define(name, attributes: Self.attributes, id: "id")
            }
        }
    }

    private static var attributes: [AttributeSchema] {
        [
            attribute(1, "id", .scalar(.int64)), attribute(2, "text", .string),
            attribute(3, "code", .string, isNullable: true),
            attribute(4, "more", .scalar(.int64), isNullable: true),
        ]
    }

    private static func attribute(
        _ id: UInt32, _ name: String, _ type: StoredType, isNullable: Bool = false
    ) -> AttributeSchema {
        AttributeSchema(id: AttributeID(id), name: name, type: type, isNullable: isNullable)
    }

    // MARK: Steps

    mutating func run(_ step: Step) throws {
        count += 1
        let database = store.database
        switch step {
        case .commit(let writes):
            let author = ["", "anne", "ben"][writes.count % 3]
            try ignoring(.uniqueViolation) {
                try database.performChanges(
                    author: author, note: count.isMultiple(of: 4) ? "note \(count)" : ""
                ) { changes in
                    for write in writes { try apply(write, changes) }
                }
            }
        case .keep(let place, let entity):
            try database.setHistory(Self.policies[place], of: entity.map { Self.entities[$0] })
        case .mark(let number):
            try ignoring(.duplicateID) {
                try database.performChanges { try $0.mark("mark \(number)") }
            }
        case .removeMark(let number):
            try ignoring(.noSuchObject) {
                try database.performChanges { try $0.removeMark("mark \(number)") }
            }
        case .addAttribute, .removeAttribute, .makeUnique: try redefine(step)
        case .undo: try undo()
        case .erase(let entity, let id): _ = try database.erase([(Self.entities[entity], .int(id))])
        case .compact: _ = try database.compact()
        case .compactStep: _ = try database.compactStep()
        case .reopen: try store.reopen()
        }
    }

    private func ignoring(_ code: StoreError.Code, _ body: () throws -> Void) throws {
        do { try body() } catch let error as StoreError where error.code == code {}
    }

    private func redefine(_ step: Step) throws {
        try ignoring(.uniqueViolation) {
            try store.database.performChanges(author: "schema") { changes in
                switch step {
                case .addAttribute(let place):
                    let schema = try changes.schema(of: Self.entities[place])
                    try changes.redefine(
                        schema.name,
                        attributes: schema.attributes + [
                            Self.attribute(90, "added \(count)", .string, isNullable: true)
                        ])
                case .removeAttribute(let place):
                    let schema = try changes.schema(of: Self.entities[place])
                    try changes.redefine(
                        schema.name, attributes: schema.attributes.filter { $0.name != "more" })
                case .makeUnique(let place):
                    let schema = try changes.schema(of: Self.entities[place])
                    let attributes = schema.attributes.map {
                        $0.name == "code" ? $0.with(isUnique: true) : $0
                    }
                    try changes.redefine(
                        schema.name, attributes: attributes, indexes: [["text"], ["code", "id"]])
                default: break
                }
            }
        }
    }

    private func undo() throws {
        let database = store.database
        do {
            _ = try database.undo(author: nil, isRedo: count.isMultiple(of: 3)) { body in
                try database.performChanges(author: "anne") { changes in
                    try body(changes) { try changes.revert($0, onConflict: .overwrite) }
                }
            }
        } catch let error as StoreError {
            // Reverting can break uniqueness.
            guard error.code == .uniqueViolation || error.code == .historyGone else { throw error }
        }
    }

    // MARK: Objects

    private func apply(_ write: Write, _ changes: Changes) throws {
        switch write {
        case .save(let entity, let id, let text):
            _ = try changes.save(values(entity, id, text, changes), in: Self.entities[entity])
        case .delete(let entity, let id):
            _ = try changes.delete(.int(id), from: Self.entities[entity])
        case .replace(let entity, let id, let text):
            let name = Self.entities[entity]
            let former = try changes.find(.int(id), in: name)
            _ = try changes.delete(.int(id), from: name)
            if let text {
                try changes.insert(values(entity, id, text, changes), into: name)
            } else if let former {
                try changes.insert(former.values, into: name)
            }
        case .touch(let entity, let id):
            let name = Self.entities[entity]
            guard let former = try changes.find(.int(id), in: name) else { return }
            var values = former.values
            values[1] = .string("touched")
            _ = try changes.save(values, in: name)
            _ = try changes.save(former.values, in: name)
        }
    }

    private func values(
        _ entity: Int, _ id: Int64, _ text: Int, _ changes: Changes
    ) throws -> [Value] {
        try changes.schema(of: Self.entities[entity]).attributes.map { attribute in
            switch attribute.name {
            case "id": .int(id)
            case "text": .string(Self.texts[text])
            case "code": text == 0 ? .null : .string("\(id / 2) \(text)")
            case "more": .int(Int64(count % 5))
            default: id.isMultiple(of: 2) ? .null : .string("\(count)")
            }
        }
    }
}
