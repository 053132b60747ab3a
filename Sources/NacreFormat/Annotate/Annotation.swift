/// The meaning of some bytes of a file. Annotations are in file order, a structure before its
/// parts. All except the groups cover every byte exactly once.
package struct Annotation: Sendable, Hashable {
    package enum Style: Sendable, Hashable {
        /// A structure. Its parts follow, one level deeper.
        case group
        /// Bytes to be shown in hexadecimal.
        case field
        /// Bytes to be shown in hexadecimal and as text.
        case text
        /// Bytes not worth showing: many zeros.
        case elided
    }

    package let style: Style
    /// The offset in the file.
    package let offset: Int
    package let length: Int
    /// The number of enclosing structures.
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
