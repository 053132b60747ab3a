import Nacre

/// The JSON of an error:
///
/// ```json
/// {"error": {"code": "uniqueViolation", "message": "...", "violations": []}}
/// ```
struct ErrorBody: Encodable {
    var error: Content

    struct Content: Encodable {
        /// The store's code.
        var code: String
        var message: String
        /// The broken rules, each as a sentence.
        var violations: [String]?
        /// `unknown` if a change may or may not have been stored.
        var outcome: String?
    }

    /// Makes the body for an error of the store. Its message is for developers, so the client gets
    /// it only if the request was the reason. Other messages may name paths of the server.
    init(_ error: StoreError, isReasonOfClient: Bool) {
        self.error = Content(
            code: error.code.description,
            message: isReasonOfClient ? error.message : "The server cannot do this now.")
        if !error.violations.isEmpty {
            self.error.violations = error.violations.map { "\($0)" }
        }
        if let outcome = error.outcome, outcome != .notCommitted {
            self.error.outcome = outcome.rawValue
        }
    }
}
