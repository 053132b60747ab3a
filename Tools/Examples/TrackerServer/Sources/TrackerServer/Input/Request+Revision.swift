import HTTPTypes
import Hummingbird

/// Conditional requests, by an entity tag that is the number of an issue's revision: `"3"`.
extension Request {
    /// Returns whether `If-None-Match` names the revision, so that the client has it already.
    func hasRevision(_ revision: Int) -> Bool { headers[.ifNoneMatch] == Issue.tag(of: revision) }

    /// Returns whether the request has the header `If-Match`.
    var isConditional: Bool { headers[.ifMatch] != nil }

    /// Throws 412 unless `If-Match` is missing, is `*`, or names the revision. Call it inside of
    /// the change, where no other change can come between.
    func requireRevision(_ revision: Int) throws(HTTPError) {
        guard let expected = headers[.ifMatch], expected != "*" else { return }
        let tag = Issue.tag(of: revision)
        guard expected == tag else {
            throw HTTPError(
                .preconditionFailed, headers: [.eTag: tag],
                message: "The issue was changed meanwhile. Read it again.")
        }
    }
}

extension Issue {
    /// Returns the entity tag of a revision.
    static func tag(of revision: Int) -> String { "\"\(revision)\"" }

    /// The entity tag of the issue's current revision.
    var tag: String { Self.tag(of: revision) }
}
