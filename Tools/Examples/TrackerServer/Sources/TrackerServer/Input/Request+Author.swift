import HTTPTypes
import Hummingbird

extension Request {
    private static let authorField = HTTPField.Name("X-Author")

    /// The person who makes the request, for the history of the store: `nacre log` and the feed
    /// show it. A real server takes it from the session that it has checked.
    var author: String? {
        guard let name = Self.authorField, let author = headers[name], !author.isEmpty else {
            return nil
        }
        return String(author.prefix(100))
    }
}
