/// Limits for filters from outside the program, for example from the query string of a request to a
/// server.
public struct FilterLimits: Sendable, Hashable {
    /// Maximum length of the text, in bytes.
    public var textSizeMax = 4096
    /// Maximum number of tests of attributes. Each word of a full-text search is one.
    public var testsMax = 64
    /// Maximum number of values that attributes are compared with.
    public var valuesMax = 1024
    /// Whether texts may be compared with regular expressions.
    public var allowsPatterns = false

    /// Makes the default limits, which are the values of the properties.
    public init() {}
}
