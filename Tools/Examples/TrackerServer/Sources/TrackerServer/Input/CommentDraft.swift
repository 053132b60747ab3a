import Nacre

/// The JSON from which a comment is made.
///
/// ```json
/// {"author": {"id": "00DKZ3T8S0002"}, "text": "Seen it, too."}
/// ```
struct CommentDraft: Decodable, Sendable {
    var author: Ref<Person>
    var text: String
}
