/// A defect in some bytes: the structure and the field, the offset, the expected and the found
/// content. The engine adds the file's name and a remedy.
package struct FormatError: Error, Equatable, CustomStringConvertible {
    package enum Kind: Equatable, Sendable, CaseIterable {
        /// The bytes end before the structure does.
        case truncated
        /// The first bytes are not those of this structure.
        case badMagic
        /// A checksum or a chain value does not match.
        case badChecksum
        /// A field has a value that the format does not allow.
        case badValue
        /// A version or a required feature is unknown to this reader.
        case unsupported
    }

    package let kind: Kind
    package let structure: String
    package let field: String
    /// The offset from the start of the file, or from the start of the bytes if there is no file.
    package let offset: Int
    package let expected: String
    package let found: String

    package init(
        _ kind: Kind, structure: String, field: String, offset: Int, expected: String,
        found: String
    ) {
        self.kind = kind
        self.structure = structure
        self.field = field
        self.offset = offset
        self.expected = expected
        self.found = found
    }

    package var description: String {
        "\(structure) at offset \(offset): \(field) should be \(expected), found \(found)"
    }
}
