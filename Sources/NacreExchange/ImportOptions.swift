public import Nacre
public import NacreExchangeCore

/// The settings for an import into an entity.
///
/// ```swift
/// var options = ImportOptions<City>()
/// options.read("Population 2020", into: \.population)
/// options.ignoresUnknown = true
/// ```
public struct ImportOptions<Owner: Entity>: Sendable {
    /// The format of the file; nil to find it out by the name of the file and its first byte.
    public var format: ImportFormat?
    /// The delimiter of a CSV file; nil to find it out by the first line.
    public var delimiter: CSVDelimiter?
    /// Whether members and columns that are no attributes are passed over. If false, they are
    /// errors.
    public var ignoresUnknown = false
    /// The behavior if an object cannot be stored; nil to stop at the first one.
    public var onError: InsertErrorPolicy?
    /// The number of objects in one commit, at least 1. It bounds the memory that the import takes.
    public var objectsPerCommit = 10_000
    /// The author, stored with each commit.
    public var author: String?

    /// The stored names of attributes, by the names of members and columns that differ from them.
    private(set) var names: [String: String] = [:]

    /// Makes the default settings.
    public init() {}

    /// Reads an attribute from a member or column of another name. All others have the stored names
    /// of the attributes.
    /// - Parameters:
    ///   - column: The name of the member or column.
    ///   - field: The attribute, one of the entity itself. Otherwise the import throws.
    public mutating func read(_ column: String, into field: PartialKeyPath<Owner.Fields>) {
        let field = Owner.Fields(FieldPath())[keyPath: field] as? any FieldProtocol
        names[column] = field?.fieldPath.name ?? ""
    }
}
