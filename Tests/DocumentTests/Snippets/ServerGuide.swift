import Foundation
import Nacre

// snippet: server model
enum ErrandState: String, Storable, Codable { case open, done }

@Entity
struct Crew: Codable, Equatable {
    @Attribute(.unique) var name: String
    @Relationship(inverse: \Errand.crew) var errands: ToMany<Errand>
}

@Entity
struct Errand: Codable, Equatable {
    @Relationship(.cascade) var crew: Ref<Crew>
    var title: String
    var state: ErrandState = .open
    @Attribute(.indexed) var due: Date?
    var labels: Set<String> = []
    var revision: Int = 0
}
// end snippet

// snippet: server revisions
extension Errand: WillSave {
    mutating func willSave(replacing old: Errand?, in changes: WriteTransaction) {
        revision = (old?.revision ?? 0) + 1
    }
}
// end snippet

// snippet: server allowed
extension Errand {
    static var allowedFields: [PartialKeyPath<Fields>] {
        [\.id, \.title, \.state, \.due, \.labels, \.crew.name]
    }
}
// end snippet

// snippet: server draft
struct ErrandDraft: Decodable, Sendable {
    var title: String
    var due: Date?
    var labels: Set<String>?
}
// end snippet
