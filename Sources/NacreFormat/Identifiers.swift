/// An integer with one meaning. Identifiers of different types cannot be mixed.
@usableFromInline
package protocol Identifier: Hashable, Comparable, Sendable, CustomStringConvertible {
    associatedtype RawValue: FixedWidthInteger & UnsignedInteger & Sendable
    var rawValue: RawValue { get }
    init(_ rawValue: RawValue)
}

extension Identifier {
    @inlinable
    package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }

    @usableFromInline package var description: String { String(rawValue) }

    /// The next number, or nil at the end of the range: numbers are never reused.
    @inlinable package var next: Self? {
        let (sum, overflow) = rawValue.addingReportingOverflow(1)
        return overflow ? nil : Self(sum)
    }
}

/// The number of a segment or of its file, from 1 on; 0 means none.
@usableFromInline
package struct SegmentNumber: Identifier {
    @usableFromInline package let rawValue: UInt32
    @inlinable package init(_ rawValue: UInt32) { self.rawValue = rawValue }

    /// The number as in file names: eight lower-case hexadecimal digits.
    @usableFromInline package var description: String { rawValue.hex }
}

/// The number of a commit, from 1 on, without gaps; 0 means before the first.
@usableFromInline
package struct CommitNumber: Identifier {
    @usableFromInline package let rawValue: UInt64
    @inlinable package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// The number before the first commit's.
    package static let none = CommitNumber(0)
}

/// An object's internal number within its entity, reused after a delete. Never leaves the engine.
@usableFromInline
package struct RowNumber: Identifier {
    @usableFromInline package let rawValue: UInt32
    @inlinable package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The number of a layout in its store, never reused; 0 is the layout of external values.
@usableFromInline
package struct LayoutID: Identifier {
    @usableFromInline package let rawValue: UInt16
    @inlinable package init(_ rawValue: UInt16) { self.rawValue = rawValue }
    package static let externalValue = LayoutID(0)
}

/// The number of an entity in its store, never reused; 0 is the hidden entity of external values.
@usableFromInline
package struct EntityNumber: Identifier {
    @usableFromInline package let rawValue: UInt16
    @inlinable package init(_ rawValue: UInt16) { self.rawValue = rawValue }
    package static let externalValue = EntityNumber(0)
}

/// The number of an attribute in its entity, never reused; a rename keeps it.
@usableFromInline
package struct AttributeID: Identifier {
    @usableFromInline package let rawValue: UInt32
    @inlinable package init(_ rawValue: UInt32) { self.rawValue = rawValue }
}

/// The random 128-bit identity of a store.
@usableFromInline
package struct StoreID: Hashable, Sendable, CustomStringConvertible {
    package let high: UInt64
    package let low: UInt64

    package init(high: UInt64, low: UInt64) {
        self.high = high
        self.low = low
    }

    @usableFromInline package var description: String { high.hex + low.hex }
}

/// A place in the log: a segment and a byte offset in it, a multiple of 4.
@usableFromInline
package struct Position: Identifier {
    @usableFromInline package let rawValue: UInt64
    @inlinable package init(_ rawValue: UInt64) { self.rawValue = rawValue }

    /// Makes a position.
    /// - Parameter offset: The offset in bytes, a multiple of 4 below 16 GiB.
    @inlinable
    package init(_ segment: SegmentNumber, offset: Int) {
        rawValue = UInt64(segment.rawValue) << 32 | UInt64(truncatingIfNeeded: offset >> 2)
    }

    @inlinable package var segment: SegmentNumber {
        SegmentNumber(UInt32(truncatingIfNeeded: rawValue >> 32))
    }

    /// The offset, in bytes.
    @inlinable package var offset: Int { Int(rawValue & 0xFFFF_FFFF) << 2 }

    /// No position: no segment has the number 0.
    package static let none = Position(0)

    @usableFromInline package var description: String { "\(segment):\(offset)" }
}

extension UInt32 {
    /// All digits in lower-case hexadecimal, with leading zeros.
    package var hex: String { hexadecimal(UInt64(self), digits: 8) }
}

extension UInt64 {
    /// All digits in lower-case hexadecimal, with leading zeros.
    package var hex: String { hexadecimal(self, digits: 16) }
}

/// Returns the digits. Written by hand, because file names are made of them, and the generic
/// conversion takes twenty times as long on its first use in a process.
private func hexadecimal(_ number: UInt64, digits: Int) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(digits)
    for place in (0..<digits).reversed() {
        let digit = UInt8(truncatingIfNeeded: number >> UInt64(4 * place)) & 0xF
        text.append(digit + (digit < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10))
    }
    return String(decoding: text, as: UTF8.self)
}

extension Array where Element: Comparable {
    /// An element that occurs twice, if any. Not found with a set: the first set of an element type
    /// would cost more than anything else in opening a small store.
    var repeated: Element? {
        if count < 2 { return nil }
        let sorted = sorted()
        for place in 1..<sorted.count where sorted[place - 1] == sorted[place] {
            return sorted[place]
        }
        return nil
    }

    /// Whether no two elements are equal.
    var areDifferent: Bool { repeated == nil }
}
