package import NacreFormat

/// Reads the objects of a file one after another, in any format, without interpreting them.
package protocol ObjectReader {
    /// The file's name in messages.
    var fileName: String { get }
    /// The line, from 1, where the last returned object begins.
    var lineNumber: Int { get }
    /// The number of bytes that the objects returned so far took, and the size of the file: for
    /// progress.
    var bytesConsumed: Int { get }
    var fileSize: Int? { get }
    /// Whether the file has no types. Then every value is a string or null.
    var isUntyped: Bool { get }

    /// Whether the next object can be read after an error in the last one.
    var canContinue: Bool { get }

    /// Returns the members of the next object, or nil after the last.
    mutating func next() throws(ImportError) -> [JSONMember]?
}

extension ObjectReader {
    /// Returns an error in the last returned object.
    package func error(_ message: String) -> ImportError {
        ImportError(file: fileName, line: max(lineNumber, 1), message: message)
    }
}
