internal import NacreEngine
internal import NacreFormat

/// The settings of a history as a dump has them: the commits that follow, and what the store keeps.
struct DumpedHistory: Equatable {
    /// The commits before which others are missing, ascending. The last one begins the commits
    /// without a gap; if there is none, the first commit of the store does.
    var states: [UInt64] = []
    /// The newest commit; 0 if there is none.
    var newest: UInt64 = 0
    var policies: [Policy] = []
    var marks: [HistoryMark] = []
    var undone: [UndoneCommit] = []

    /// A policy that names its entity, because the numbers of entities differ from store to store.
    struct Policy: Equatable {
        /// The entity; nil for all without a policy of their own.
        var entity: String?
        var policy: HistoryPolicy
        var horizon: UInt64
        var since: UInt64
    }

    init(_ kept: KeptHistory) {
        states = kept.states.map(\.rawValue)
        newest = kept.head.commit.rawValue
        marks = kept.marks
        undone = kept.undone
        let hasMarks = !marks.isEmpty
        for stored in kept.settings.stored {
            let isStore = stored.entity == .externalValue
            let entity = isStore ? nil : kept.head.catalog[stored.entity]?.schema.name
            guard isStore || entity != nil else { continue }
            let isKept = stored.policy.isKept || isStore && hasMarks
            let horizon = stored.horizon.rawValue
            policies.append(
                Policy(
                    entity: entity, policy: stored.policy,
                    horizon: isKept ? max(horizon, states.last ?? 0) : horizon,
                    since: stored.since.rawValue))
        }
    }

    /// The number of commits that follow.
    var commitCount: Int { max(0, states.count - 1) + Int(clamping: newest - (states.last ?? 0)) }

    // MARK: Text

    /// The line of the dump.
    var line: JSONValue {
        .members([
            "history": .members([
                "states": .array(states.map { .count($0) }), "newest": .count(newest),
                "policies": .array(policies.map(\.json)),
                "marks": .array(
                    marks.map { .members(["name": .string($0.name), "commit": .count($0.commit)]) }
                ),
                "undone": .array(
                    undone.map {
                        .members([
                            "commit": .count($0.commit.rawValue),
                            "undone": .count($0.undone.rawValue),
                        ])
                    }),
            ])
        ])
    }

    /// Reads the value of the line's only member.
    init(_ json: JSONValue) throws(DumpProblem) {
        var members = try DumpMembers(json, "the history")
        states = try members.array("states") { json throws(DumpProblem) in
            guard let number = json.asCount, number > 0 else { throw DumpProblem("a state") }
            return number
        }
        newest = try members.count("newest")
        policies = try members.array("policies") { json throws(DumpProblem) in
            try Policy(json)
        }
        marks = try members.array("marks") { json throws(DumpProblem) in
            var members = try DumpMembers(json, "a mark")
            let name = try members.string("name")
            let mark = HistoryMark(name: name, commit: try members.count("commit"))
            try members.end()
            return mark
        }
        undone = try members.array("undone") { json throws(DumpProblem) in
            var members = try DumpMembers(json, "a commit that was undone")
            let commit = CommitNumber(try members.count("commit"))
            let undone = CommitNumber(try members.count("undone"))
            try members.end()
            return UndoneCommit(commit: commit, undone: undone)
        }
        try members.end()
    }
}
