/// The traces that no file of a store may hold any more. All texts of an object begin with its
/// trace: its entity, its id, and the number of erasures before the text was written.
package struct ErasedTraces {
    /// The number of erasures up to the last one of each object: its traces with smaller numbers
    /// are erased.
    private let numbers: [String: Int]

    /// - Parameter isErasing: Whether those of the last commit may still be there.
    package init(_ erasures: [Erasure], isErasing: Bool) {
        var numbers: [String: Int] = [:]
        for (place, erasure) in erasures.enumerated() {
            if isErasing, erasure.commit == erasures.last?.commit { break }
            numbers["\(erasure.entity)\(erasure.id)"] = place + 1
        }
        self.numbers = numbers
    }

    package static func trace(_ entity: String, _ id: Int64, _ number: Int) -> String {
        "<\(entity)\(id).\(number)>"
    }

    package var isEmpty: Bool { numbers.isEmpty }

    /// Returns the first erased trace in some bytes, forward, or backward as in the order keys of a
    /// checkpoint.
    package func first(in bytes: [UInt8]) -> String? {
        let begin = UInt8(ascii: "<")
        var start = bytes.startIndex
        while let place = bytes[start...].firstIndex(of: begin) {
            start = place + 1
            let trace =
                erased(bytes[start...].prefix(Self.lengthMax))
                ?? erased(bytes[..<place].suffix(Self.lengthMax).reversed())
            if let trace { return trace }
        }
        return nil
    }

    /// Returns the erased trace that some bytes continue.
    private func erased(_ rest: some BidirectionalCollection<UInt8>) -> String? {
        guard let end = rest.firstIndex(of: UInt8(ascii: ">")) else { return nil }
        let parts = rest[..<end].split(separator: UInt8(ascii: "."))
        guard parts.count == 2, let number = Int(String(decoding: parts[1], as: UTF8.self)),
            let erased = numbers[String(decoding: parts[0], as: UTF8.self)], number < erased
        else { return nil }
        return "<\(String(decoding: rest[..<end], as: UTF8.self))>"
    }

    private static let lengthMax = 20
}
