import Hummingbird

extension HTTPError {
    /// The answer to the id of an issue that does not exist.
    static var noIssue: HTTPError {
        HTTPError(.notFound, message: "There is no issue with this id.")
    }
}
