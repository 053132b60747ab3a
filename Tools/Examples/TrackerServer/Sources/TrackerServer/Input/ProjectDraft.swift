/// The JSON of a project, without the key, which is in the path.
struct ProjectDraft: Decodable, Sendable {
    var name: String
}
