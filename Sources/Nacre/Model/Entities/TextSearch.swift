internal import NacreEngine

/// A full-text search over attributes of an entity that conforms by hand. It corresponds to
/// `#Search`. Adding or removing the declaration needs no migration and never changes objects.
///
/// ```swift
/// static let schema = EntitySchema(
///     Note.init, Attribute("id", \.id), Attribute("title", \.title),
///     Attribute("body", \.body), searches: [TextSearch(\.title, \.body, weights: [4, 1])])
/// ```
public struct TextSearch<Owner>: Sendable {
    /// Returns the stored names of the attributes, given all attributes of the entity.
    private let names: @Sendable ([AnyAttribute]) -> [String]
    private let name: String
    private let weights: [Double]
    private let tokenizer: SearchTokenizer

    /// Declares a search.
    /// - Parameters:
    ///   - paths: The key paths of attributes that hold text. Members of attributes are not allowed
    ///     (only `#Search` takes them): opening a store throws `schemaMismatch`.
    ///   - name: The name, by which requests choose among several searches of an entity.
    ///   - weights: How much a word counts in each attribute. Empty: 1 each.
    ///   - tokenizer: The rules by which texts are split into words.
    public init(
        _ paths: any PartialKeyPath<Owner> & Sendable..., named name: String = "",
        weights: [Double] = [], tokenizer: SearchTokenizer = .words
    ) {
        names = { $0.names(at: paths) }
        self.name = name
        self.weights = weights
        self.tokenizer = tokenizer
    }

    /// Declares a search; for generated code.
    /// - Parameters:
    ///   - fields: The attributes.
    ///   - name: The name, by which requests choose among several searches of an entity.
    ///   - weights: How much a word counts in each attribute. Empty: 1 each.
    ///   - tokenizer: The rules by which texts are split into words.
    public init(
        fields: [any FieldProtocol], named name: String = "", weights: [Double] = [],
        tokenizer: SearchTokenizer = .words
    ) {
        let names = fields.map(\.fieldPath.name)
        self.names = { _ in names }
        self.name = name
        self.weights = weights
        self.tokenizer = tokenizer
    }

    /// Returns the search by the stored names of its attributes.
    func declared(among attributes: [AnyAttribute]) -> NamedSearch {
        NamedSearch(
            name, names(attributes), weights: weights.isEmpty ? nil : weights,
            tokenizer: tokenizer.name)
    }
}
