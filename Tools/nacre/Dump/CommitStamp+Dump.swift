internal import NacreEngine
internal import NacreFormat

extension CommitStamp {
    /// The line of a dump that begins the commit.
    var line: JSONValue {
        var members = [
            JSONMember(name: "number", value: .count(number.rawValue)),
            JSONMember(name: "time", value: .integer(time)),
        ]
        if !author.isEmpty { members.append(JSONMember(name: "author", value: .string(author))) }
        if !note.isEmpty { members.append(JSONMember(name: "note", value: .string(note))) }
        return .members(["commit": .object(members)])
    }

    /// Reads the value of the line's only member.
    init(_ json: JSONValue) throws(DumpProblem) {
        var members = try DumpMembers(json, "a commit")
        self.init(
            number: CommitNumber(try members.count("number")), time: try members.integer("time"),
            author: try members.optional("author") { $0.asString } ?? "",
            note: try members.optional("note") { $0.asString } ?? "")
        try members.end()
    }
}
