package import NacreFormat
package import NacreText

/// A full-text search of an entity: which attributes it covers, and how their texts become terms.
/// Immutable. A class, because an entity's definition is passed along with every lookup.
package final class SearchDefinition: Sendable {
    package let schema: SearchSchema
    let identity: SearchIdentity
    /// The ordinals of the attributes in the entity's schema.
    let ordinals: [Int]
    /// The way in which each attribute holds text.
    let forms: [TextForm]
    /// The names of the attributes.
    package let fields: [String]
    /// The tokenizer of this program with the stored rules, of whatever version; nil if the program
    /// did not know these rules when the schema was read.
    private let knownTokenizer: Tokenizer?
    /// The name of rules that a program brings along, if they were not known exactly.
    private let missingName: TokenizerName?
    private let wasExact: Bool

    /// The tokenizer of this program with the stored rules, of whatever version; nil if the program
    /// does not know these rules.
    package var tokenizer: Tokenizer? { missingName.flatMap(Tokenizer.named) ?? knownTokenizer }

    /// Whether the program has exactly the stored version of the tokenizer. Otherwise terms of an
    /// index must not be compared with its own.
    var isExact: Bool { wasExact || missingName.map { tokenizer?.name == $0 } ?? false }

    /// - Parameter schema: One of the entity's searches.
    init(_ schema: SearchSchema, of entity: StoredSchema) {
        self.schema = schema
        identity = SearchIdentity(
            entity: entity.number, attributes: schema.attributes, tokenizer: schema.tokenizer)
        ordinals = schema.attributes.compactMap { id in
            entity.attributes.firstIndex { $0.id == id }
        }
        let attributes = ordinals.map { entity.attributes[$0] }
        forms = attributes.compactMap(\.textForm)
        fields = attributes.map(\.name)
        let name = TokenizerName(schema.tokenizer)
        knownTokenizer = name.flatMap(Tokenizer.named)
        wasExact = knownTokenizer != nil && knownTokenizer?.name == name
        missingName = wasExact || name?.isCustom != true ? nil : name
    }
}

/// The parts of a search that an index of terms depends on. The identity stays the same when the
/// search gets another name or other weights.
struct SearchIdentity: Hashable {
    let entity: EntityNumber
    let attributes: [AttributeID]
    let tokenizer: String
}
