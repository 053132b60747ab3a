/// A place where a file of a store holds a text.
package struct Remnant: Sendable, Hashable {
    /// The way in which the file holds the text.
    package enum Form: Sendable, Hashable {
        /// The file has the bytes of the text.
        case bytes
        /// A value holds the text, but compressed, escaped, as Base64, or as a number or another
        /// value that is written like this.
        case decoded
        /// A deletion, or an entry of a checkpoint, has the key of an id or a value that is equal
        /// to the text.
        case key
        /// An entry of a checkpoint has the first bytes of a value, which are those of the text.
        /// The value may be another one that begins like it.
        case beginning
        /// A full-text index has the words of the text, one after another, as its tokenizer changes
        /// them. They may be those of another text.
        case words
    }

    /// The name of the file in the store's directory.
    package let file: String
    /// The offset of the text in the file, or else of the record or the entry that holds it.
    package let offset: Int
    package let form: Form
    /// The entity, as it was named then; nil if the place belongs to no object.
    package let entity: String?
    /// The row of the object in its entity.
    package let row: UInt32?
    /// The attribute, as it was named then; nil for a deletion.
    package let attribute: String?
}

/// The result of searching a store's files for a text.
package struct RemnantReport: Sendable, Hashable {
    /// The places, by file and offset.
    package var remnants: [Remnant] = []
    /// The attributes whose values may hide the text, each with the stage of a program's own that
    /// cannot be undone here.
    package var unreadAttributes: [String] = []
    /// The names of files that were not searched completely: there were too many places, or the
    /// bytes are those of no store.
    package var unfinishedFiles: [String] = []

    /// Whether no place was found that certainly holds the text.
    package var isClean: Bool {
        remnants.allSatisfy { [.beginning, .words].contains($0.form) }
    }
}
