/// A term that begins as wanted.
package struct TermCompletion: Sendable, Equatable {
    /// The term in UTF-8.
    package let term: [UInt8]
    /// The number of documents that have it.
    package let documents: Int
}
