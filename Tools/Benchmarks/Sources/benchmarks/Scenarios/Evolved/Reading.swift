import Nacre

/// A version of the type of the readings. Older objects have the default of an extra attribute,
/// which is its number.
protocol Reading: Entity, RowCoded where ID == Int {
    static var extraCount: Int { get }

    var id: Int { get }
    var name: String { get }
    var value: Double { get }
    var amount: Int { get }
    var note: String { get }
    var extras: [Int] { get }

    /// - Parameter extra: Returns the value of an extra attribute by its number, from 1.
    init(_ base: ReadingBase, extra: (Int) -> Int)
}

extension Reading {
    static var table: String { "reading" }

    static var columns: [String] {
        [
            "id INTEGER PRIMARY KEY", "name TEXT NOT NULL", "value REAL NOT NULL",
            "amount INTEGER NOT NULL", "note TEXT NOT NULL",
        ] + (0..<extraCount).map { extraColumn($0 + 1) }
    }

    /// Returns the column of an extra attribute.
    static func extraColumn(_ number: Int) -> String {
        "extra\(number) INTEGER NOT NULL DEFAULT \(number)"
    }

    init(sample id: Int) { self.init(.sample(id)) { $0 } }

    init(_ row: some RowSource & ~Escapable) {
        self.init(ReadingBase(row)) { row.integer(4 + $0) }
    }

    func write(to row: inout some RowSink) {
        row.add(id)
        row.add(name)
        row.add(value)
        row.add(amount)
        row.add(note)
        for extra in extras { row.add(extra) }
    }

    func mix(into digest: inout Digest) {
        for number in [id, amount] + extras { digest.mix(number) }
        for text in [name, note] { digest.mix(text) }
        digest.mix(value.bitPattern)
    }
}

extension ReadingBase {
    init(_ row: some RowSource & ~Escapable) {
        self.init(
            id: row.integer(0), name: row.text(1), value: row.double(2), amount: row.integer(3),
            note: row.text(4))
    }
}
