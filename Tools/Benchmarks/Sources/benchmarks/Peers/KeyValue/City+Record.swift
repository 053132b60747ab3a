import Foundation

/// A city as bytes, encoded by hand: the fields of fixed width first, then the texts.
extension City {
    private enum Offset {
        static let geonameID = 0
        static let population = 8
        static let latitude = 16
        static let longitude = 24
        static let founded = 32
        static let elevation = 40
        static let status = 44
        static let nameEnd = 48
        static let countryEnd = 50
        static let flags = 52
        static let texts = 54
    }

    private static let hasElevation: UInt16 = 1
    private static let hasFounded: UInt16 = 2

    /// Decodes a whole record.
    init(id: Int64, record bytes: UnsafeRawBufferPointer) throws {
        func load<Number>(_ offset: Int, as type: Number.Type) -> Number {
            unsafe bytes.loadUnaligned(fromByteOffset: offset, as: type)
        }
        func text(_ range: Range<Int>) -> String {
            unsafe String(decoding: UnsafeRawBufferPointer(rebasing: bytes[range]), as: UTF8.self)
        }
        let flags = load(Offset.flags, as: UInt16.self)
        let rawStatus = load(Offset.status, as: Int32.self)
        guard let status = Status(rawValue: rawStatus) else {
            throw SQL.UnknownStatus(rawValue: rawStatus)
        }
        let nameEnd = Offset.texts + Int(load(Offset.nameEnd, as: UInt16.self))
        let countryEnd = Offset.texts + Int(load(Offset.countryEnd, as: UInt16.self))
        self.init(
            id: id, geonameID: load(Offset.geonameID, as: Int64.self),
            name: text(Offset.texts..<nameEnd), country: text(nameEnd..<countryEnd),
            population: load(Offset.population, as: Int64.self),
            latitude: load(Offset.latitude, as: Double.self),
            longitude: load(Offset.longitude, as: Double.self),
            elevation: flags & Self.hasElevation == 0
                ? nil : load(Offset.elevation, as: Int32.self),
            founded: flags & Self.hasFounded == 0
                ? nil : Date(timeIntervalSinceReferenceDate: load(Offset.founded, as: Double.self)),
            status: status, note: text(countryEnd..<bytes.count))
    }

    /// Calls `body` with the record.
    /// - Parameter buffer: Holds the record. Passing the same one again saves its allocation.
    func withRecord<Result>(
        _ buffer: inout [UInt8], _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        buffer.removeAll(keepingCapacity: true)
        func append<Number>(_ number: Number) {
            unsafe withUnsafeBytes(of: number) { unsafe buffer.append(contentsOf: $0) }
        }
        append(geonameID)
        append(population)
        append(latitude)
        append(longitude)
        append(founded?.timeIntervalSinceReferenceDate ?? 0)
        append(elevation ?? 0)
        append(status.rawValue)
        append(UInt16(name.utf8.count))
        append(UInt16(name.utf8.count + country.utf8.count))
        append(
            (elevation == nil ? 0 : Self.hasElevation) | (founded == nil ? 0 : Self.hasFounded))
        for text in [name, country, note] { buffer.append(contentsOf: text.utf8) }
        return try unsafe buffer.withUnsafeBytes(body)
    }

    // MARK: Single fields, for scans
    static func latitude(ofRecord bytes: UnsafeRawBufferPointer) -> Double {
        unsafe bytes.loadUnaligned(fromByteOffset: Offset.latitude, as: Double.self)
    }

    static func status(ofRecord bytes: UnsafeRawBufferPointer) -> Int32 {
        unsafe bytes.loadUnaligned(fromByteOffset: Offset.status, as: Int32.self)
    }

    static func population(ofRecord bytes: UnsafeRawBufferPointer) -> Int64 {
        unsafe bytes.loadUnaligned(fromByteOffset: Offset.population, as: Int64.self)
    }

    /// Returns the two letters as one number.
    static func country(ofRecord bytes: UnsafeRawBufferPointer) -> UInt16 {
        let end = unsafe bytes.loadUnaligned(fromByteOffset: Offset.nameEnd, as: UInt16.self)
        return unsafe UInt16(
            bigEndian: bytes.loadUnaligned(
                fromByteOffset: Offset.texts + Int(end), as: UInt16.self))
    }

    static func name(ofRecord bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        let end = unsafe bytes.loadUnaligned(fromByteOffset: Offset.nameEnd, as: UInt16.self)
        return unsafe UnsafeRawBufferPointer(
            rebasing: bytes[Offset.texts..<Offset.texts + Int(end)])
    }
}
