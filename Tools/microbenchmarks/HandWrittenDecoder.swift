import Foundation
import NacreFormat

/// Code as written for decoding only cities: offsets found once, loads without a check, no error
/// that a caller could handle. The reference for generated code.
@safe struct HandWrittenDecoder {
    private let places: [Int]
    private let nulls: [(offset: Int, mask: UInt8)?]
    private let endsOffset: Int
    private let valuesOffset: Int

    init(_ layout: Layout) {
        places = layout.attributes.map(\.place)
        nulls = layout.attributes.map { $0.nullBit.map(layout.nullPlace) }
        endsOffset = layout.endsOffset
        valuesOffset = layout.valuesOffset([])
    }

    /// - Parameter record: A record of the layout, not wide, without external values.
    @inline(__always)
    func decode(_ record: RecordView) -> City {
        // SAFETY: a record of the layout has all its slots; the engine checked the ends.
        let base = unsafe record.bytes.base
        return unsafe City(
            id: load(base, 0), geonameID: load(base, 1), name: text(base, places[2]),
            country: text(base, places[3]), population: load(base, 4),
            latitude: Double(bitPattern: load(base, 5)),
            longitude: Double(bitPattern: load(base, 6)),
            elevation: isNull(base, 7) ? nil : load(base, 7),
            founded: isNull(base, 8)
                ? nil : Date(timeIntervalSinceReferenceDate: Double(bitPattern: load(base, 8))),
            status: Status(rawValue: load(base, 9)) ?? .unknown, note: text(base, places[10]))
    }

    @inline(__always)
    private func load<Integer: FixedWidthInteger>(
        _ base: UnsafeRawPointer, _ ordinal: Int
    ) -> Integer {
        unsafe Integer(
            littleEndian: base.loadUnaligned(
                fromByteOffset: places[ordinal], as: Integer.self))
    }

    @inline(__always)
    private func isNull(_ base: UnsafeRawPointer, _ ordinal: Int) -> Bool {
        guard let null = nulls[ordinal] else { return false }
        return unsafe base.load(fromByteOffset: null.offset, as: UInt8.self) & null.mask != 0
    }

    @inline(__always)
    private func text(_ base: UnsafeRawPointer, _ place: Int) -> String {
        let start = place == 0 ? 0 : unsafe end(base, place - 1)
        let count = unsafe end(base, place) - start
        let bytes = unsafe UnsafeRawBufferPointer(start: base + valuesOffset + start, count: count)
        return unsafe String(decoding: bytes, as: UTF8.self)
    }

    @inline(__always)
    private func end(_ base: UnsafeRawPointer, _ place: Int) -> Int {
        Int(unsafe base.loadUnaligned(fromByteOffset: endsOffset + place * 2, as: UInt16.self))
    }
}
