package import NacreFormat

/// The objects of a file one after another, whatever its form. What they mean is not its business.
package protocol ObjectReader {
    /// What messages call the file.
    var fileName: String { get }
    /// The line, from 1, where the object begins that was given last.
    var lineNumber: Int { get }
    /// How many bytes of the file the objects given so far took, and how many it has: for progress.
    var bytesConsumed: Int { get }
    var fileSize: Int? { get }
    /// Whether the file has no types: then every value is a string or null.
    var isUntyped: Bool { get }

    /// The members of the next object, nil after the last.
    mutating func next() throws(ImportError) -> [JSONMember]?
}

extension ObjectReader {
    /// An error in the object that was given last.
    func error(_ message: String) -> ImportError {
        ImportError(file: fileName, line: max(lineNumber, 1), message: message)
    }
}
