/// From where a declaration can be seen.
enum AccessLevel: String, Sendable {
    case `private`, `fileprivate`, `internal`, `package`, `public`

    /// In front of what a struct of this level gets. What nobody outside can see needs no word.
    var ofMembers: String {
        switch self {
        case .private, .fileprivate, .internal: ""
        case .package, .public: "\(rawValue) "
        }
    }

    /// In front of the field of a property of this level. Fields are a struct inside of the
    /// property's one, and filters are written outside of both: a private field would be of no use.
    var ofField: String { self == .private ? "fileprivate " : self.explicit }

    private var explicit: String { self == .internal ? "" : "\(rawValue) " }
}
