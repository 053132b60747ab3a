/// What some bytes of a file are. Annotations come in the order of the file, a structure before its
/// parts; all but the groups together cover every byte once.
package struct Annotation: Sendable, Hashable {
    package enum Style: Sendable, Hashable {
        /// A structure; its parts follow, one level deeper.
        case group
        /// Bytes to be shown in hexadecimal.
        case field
        /// Bytes to be shown in hexadecimal and as text.
        case text
        /// Bytes not worth showing: many zeros.
        case elided
    }

    package let style: Style
    /// In the file.
    package let offset: Int
    package let length: Int
    /// How many structures it stands in.
    package let depth: Int
    package let text: String

    package init(_ style: Style, offset: Int, length: Int, depth: Int, text: String) {
        self.style = style
        self.offset = offset
        self.length = length
        self.depth = depth
        self.text = text
    }
}
