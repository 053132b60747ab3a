internal import NacreEngine
internal import NacreExchangeCore
internal import NacreFormat

extension DumpedHistory.Policy {
    var json: JSONValue {
        var members: [JSONMember] = []
        func add(_ name: String, _ value: JSONValue?) {
            if let value { members.append(JSONMember(name: name, value: value)) }
        }
        add("entity", entity.map { .string($0) })
        add("isKept", .bool(policy.isKept))
        add("seconds", policy.seconds.map { .double($0) })
        add("commits", policy.commits.map { .count($0) })
        add("bytes", policy.bytes.map { .count($0) })
        add("horizon", .count(horizon))
        add("since", .count(since))
        return .object(members)
    }

    init(_ json: JSONValue) throws(DumpProblem) {
        var members = try DumpMembers(json, "a policy")
        entity = try members.optional("entity") { $0.asString }
        guard let isKept = try members.optional("isKept", { $0.asBool }) else {
            throw DumpProblem("'isKept' of a policy")
        }
        policy = HistoryPolicy(
            isKept: isKept,
            seconds: try members.optional("seconds") { json in
                guard case .double(let seconds) = ExactValue.value(json, as: .scalar(.double)),
                    seconds >= 0
                else { return nil }
                return seconds
            },
            commits: try members.optional("commits") { $0.asCount },
            bytes: try members.optional("bytes") { $0.asCount })
        horizon = try members.count("horizon")
        since = try members.count("since")
        try members.end()
    }
}
