/// The access level of a declaration.
enum AccessLevel: String, Sendable {
    case `private`, `fileprivate`, `internal`, `package`, `public`

    /// The modifier of members that are added to a struct of this level. Members that are not
    /// visible outside the module need none.
    var ofMembers: String {
        switch self {
        case .private, .fileprivate, .internal: ""
        case .package, .public: "\(rawValue) "
        }
    }

    /// The modifier of the field of a property of this level. Fields are in a struct inside the
    /// property's struct, and filters are written outside both, so a private field would be
    /// useless.
    var ofField: String { self == .private ? "fileprivate " : self.explicit }

    private var explicit: String { self == .internal ? "" : "\(rawValue) " }
}
