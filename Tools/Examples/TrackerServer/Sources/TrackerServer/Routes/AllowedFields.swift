import Nacre

/// The attributes that clients may filter and sort by. Everything else is unknown to them: the
/// errors name no other attribute.
extension Issue {
    // Computed, because key paths of this type are not Sendable.
    static var allowedFields: [PartialKeyPath<Fields>] {
        [
            \.id, \.title, \.status, \.priority, \.due, \.labels, \.created, \.modified, \.estimate,
            \.project.key, \.assignee, \.assignee.handle,
        ]
    }
}

extension Person {
    static var allowedFields: [PartialKeyPath<Fields>] { [\.handle, \.name] }
}

extension Project {
    static var allowedFields: [PartialKeyPath<Fields>] { [\.key, \.name] }
}

extension Comment {
    static var allowedFields: [PartialKeyPath<Fields>] { [\.created, \.author.handle] }
}
