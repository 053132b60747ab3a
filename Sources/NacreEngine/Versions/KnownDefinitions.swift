internal import NacreFormat

/// The decoded content of schema and layout frames. Every segment repeats the definitions; equal
/// bytes are decoded once.
struct KnownDefinitions: Sendable {
    enum Definition: Sendable {
        case schema(StoredSchema)
        case layout(Layout)
    }

    /// A definition with its bytes. A class: see ``StoreOpener``.
    private final class Known: Sendable {
        let crc: UInt32
        let bytes: [UInt8]
        let definition: Definition

        init(_ definition: Definition, bytes: [UInt8], crc: UInt32) {
            self.crc = crc
            self.bytes = bytes
            self.definition = definition
        }
    }

    /// The known definitions. There are few, so a linear search is as fast as hashing, and a
    /// process's first dictionary of a kind costs more than opening a store may take.
    private var all: [Known] = []
    /// The indexes of the definitions, by checksum. Empty while there are few.
    private var places: [UInt32: [Int]] = [:]

    /// The maximum number of definitions of both kinds. A log with more is unusual and must not
    /// make this slow: when the limit is reached, all are dropped and collecting starts over.
    static var countMax: Int { 1 << 11 }

    /// Returns a frame's definition, decoded unless it is known.
    /// - Parameter frame: A schema frame or a layout frame.
    mutating func definition(_ frame: Frame) throws(FormatError) -> Definition {
        let bytes = frame.payload[Int(frame.header.preludeLength)..<frame.payload.count]
        let crc = bytes.crc
        if let known = known(bytes, crc, frame.header.kind) { return known }
        let definition = try Self.decode(frame)
        if all.count == Self.countMax {
            all = []
            places = [:]
        }
        all.append(Known(definition, bytes: bytes.bytes, crc: crc))
        if !places.isEmpty {
            places[crc, default: []].append(all.count - 1)
        } else if all.count > Self.fewMax {
            for (place, known) in all.enumerated() { places[known.crc, default: []].append(place) }
        }
        return definition
    }

    /// The maximum number of definitions for a linear search.
    private static let fewMax = 64

    private func known(_ bytes: ByteView, _ crc: UInt32, _ kind: FrameKind?) -> Definition? {
        if places.isEmpty {
            for known in all where Self.isSame(known, bytes, crc, kind) { return known.definition }
        } else {
            for place in places[crc] ?? [] where Self.isSame(all[place], bytes, crc, kind) {
                return all[place].definition
            }
        }
        return nil
    }

    /// Compares the kind as well as the bytes: the same bytes may be valid as both kinds, or as
    /// none, and only decoding decides.
    private static func isSame(
        _ known: Known, _ bytes: ByteView, _ crc: UInt32, _ kind: FrameKind?
    ) -> Bool {
        known.crc == crc && known.bytes.withView { $0.isEqual(to: bytes) }
            && isOf(kind, known.definition)
    }

    private static func isOf(_ kind: FrameKind?, _ definition: Definition) -> Bool {
        switch definition {
        case .schema: kind == .schema
        case .layout: kind == .layout
        }
    }

    private static func decode(_ frame: Frame) throws(FormatError) -> Definition {
        frame.header.kind == .schema
            ? .schema(try StoredSchema.decode(frame)) : .layout(try Layout.decode(frame))
    }
}
