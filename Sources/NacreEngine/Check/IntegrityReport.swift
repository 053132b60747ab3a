/// What a check of a store found.
package struct IntegrityReport: Sendable {
    /// Something that should not be: bytes that cannot be read, or that contradict each other.
    package struct Defect: Sendable, Hashable, CustomStringConvertible {
        package let file: String
        /// In the file, in bytes; nil if the defect has no single place.
        package let offset: Int?
        package let message: String

        package var description: String {
            "\(file)\(offset.map { " at offset \($0)" } ?? ""): \(message)"
        }
    }

    package internal(set) var defects: [Defect] = []
    /// What is worth knowing and no defect: a torn tail, files that are not the store's.
    package internal(set) var notes: [String] = []
    package internal(set) var segments = 0
    package internal(set) var frames = 0
    package internal(set) var records = 0
    /// Live ones.
    package internal(set) var objects = 0
    /// Of all segments, up to their valid length.
    package internal(set) var bytes = 0

    package var isSound: Bool { defects.isEmpty }
}
