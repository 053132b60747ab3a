import Foundation
import GRDBSQLite

/// A prepared statement. Columns and parameters are numbered, as in C.
@safe final class SQLiteStatement {
    private let handle: OpaquePointer?

    init(_ handle: OpaquePointer?) { unsafe self.handle = handle }

    func finalize() { unsafe sqlite3_finalize(handle) }

    func reset() { unsafe sqlite3_reset(handle) }

    /// - Returns: Whether there is a row.
    func step() throws -> Bool {
        let code = unsafe sqlite3_step(handle)
        if code == SQLITE_ROW { return true }
        guard code == SQLITE_DONE else { throw SQLiteError(code: code) }
        return false
    }

    /// Runs a statement whose rows are ignored.
    func run() throws {
        _ = try step()
        reset()
    }

    func bind(_ value: Int64, at index: Int32) { unsafe sqlite3_bind_int64(handle, index, value) }

    func bind(_ value: Double, at index: Int32) { unsafe sqlite3_bind_double(handle, index, value) }

    func bindNull(at index: Int32) { unsafe sqlite3_bind_null(handle, index) }

    func bind(_ value: String, at index: Int32) {
        let copying = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        var value = value
        value.withUTF8 { bytes in
            unsafe bytes.withMemoryRebound(to: CChar.self) { characters in
                _ = unsafe sqlite3_bind_text(
                    handle, index, characters.baseAddress, Int32(characters.count), copying)
            }
        }
    }

    func bind(_ value: Data, at index: Int32) {
        let copying = unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
        unsafe value.withUnsafeBytes { bytes in
            _ = unsafe sqlite3_bind_blob(
                handle, index, bytes.baseAddress, Int32(bytes.count), copying)
        }
    }

    var columnCount: Int32 { unsafe sqlite3_column_count(handle) }

    /// Returns the type of a value in the current row, such as `SQLITE_INTEGER`.
    func type(_ column: Int32) -> Int32 { unsafe sqlite3_column_type(handle, column) }

    func isNull(_ column: Int32) -> Bool { type(column) == SQLITE_NULL }

    func int64(_ column: Int32) -> Int64 { unsafe sqlite3_column_int64(handle, column) }

    func int32(_ column: Int32) -> Int32 { unsafe sqlite3_column_int(handle, column) }

    func double(_ column: Int32) -> Double { unsafe sqlite3_column_double(handle, column) }

    func text(_ column: Int32) -> String {
        let start = unsafe sqlite3_column_text(handle, column)
        let count = unsafe sqlite3_column_bytes(handle, column)
        return unsafe String(
            decoding: UnsafeBufferPointer(start: start, count: Int(count)), as: UTF8.self)
    }

    func bytes(_ column: Int32) -> Data {
        guard let start = unsafe sqlite3_column_blob(handle, column) else { return Data() }
        return unsafe Data(bytes: start, count: Int(sqlite3_column_bytes(handle, column)))
    }
}

extension SQLiteStatement {
    /// Returns the city in the row, with the columns in the order of its properties.
    func city() throws -> City {
        guard let status = Status(rawValue: int32(9)) else {
            throw SQL.UnknownStatus(rawValue: int32(9))
        }
        return City(
            id: int64(0), geonameID: int64(1), name: text(2), country: text(3),
            population: int64(4), latitude: double(5), longitude: double(6),
            elevation: isNull(7) ? nil : int32(7),
            founded: isNull(8) ? nil : Date(timeIntervalSinceReferenceDate: double(8)),
            status: status, note: text(10))
    }

    func bind(_ city: City) {
        bind(city.id, at: 1)
        bind(city.geonameID, at: 2)
        bind(city.name, at: 3)
        bind(city.country, at: 4)
        bind(city.population, at: 5)
        bind(city.latitude, at: 6)
        bind(city.longitude, at: 7)
        if let elevation = city.elevation {
            bind(Int64(elevation), at: 8)
        } else {
            bindNull(at: 8)
        }
        if let founded = city.founded {
            bind(founded.timeIntervalSinceReferenceDate, at: 9)
        } else {
            bindNull(at: 9)
        }
        bind(Int64(city.status.rawValue), at: 10)
        bind(city.note, at: 11)
    }
}
