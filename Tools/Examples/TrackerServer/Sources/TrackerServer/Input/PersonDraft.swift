/// The JSON of a person, without the handle, which is in the path.
struct PersonDraft: Decodable, Sendable {
    var name: String
    var mail: String?
}
