import Foundation
import Hummingbird
import NIOCore
import Nacre

/// A commit as an event of the feed, in the format of server-sent events. The id of the event is
/// the commit's token, so a browser that reconnects sends it as `Last-Event-ID` by itself.
///
/// ```
/// id: 6f0c...-17-9a3e...
/// event: commit
/// data: {"number":17,"date":"2026-05-17T09:30:00Z","author":"anne","changes":[...]}
/// ```
struct ChangeEvent: Encodable, Sendable {
    var number: UInt64
    var date: Date
    var author: String?
    var changes: [ObjectChange]

    /// Makes the event of a commit.
    init(_ commit: Commit) throws(StoreError) {
        number = commit.number
        date = commit.date
        author = commit.author
        changes = try commit.objectChanges(of: Issue.self)
        changes += try commit.objectChanges(of: Comment.self)
        changes += try commit.objectChanges(of: Person.self)
        changes += try commit.objectChanges(of: Project.self)
    }

    /// Returns the text of the event. JSON has no line breaks, so it is one line of data.
    static func text(of commit: Commit) throws -> ByteBuffer {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        encoder.outputFormatting = .withoutEscapingSlashes
        let data = try encoder.encode(ChangeEvent(commit))
        var text = ByteBuffer(string: "id: \(commit.token)\nevent: commit\ndata: ")
        text.writeBytes(data)
        text.writeString("\n\n")
        return text
    }
}
