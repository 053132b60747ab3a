import Foundation

extension Wide: RowCoded {
    static let table = "wide"

    static let columns: [String] =
        ["id INTEGER PRIMARY KEY"] + numbered("i", 12, "INTEGER") + numbered("d", 10, "REAL")
        + numbered("b", 6, "INTEGER") + numbered("t", 4, "REAL") + numbered("s", 8, "TEXT")

    private static func numbered(_ letter: String, _ count: Int, _ type: String) -> [String] {
        (1...count).map { "\(letter)\($0) \(type) NOT NULL" }
    }

    init(_ row: some RowSource & ~Escapable) {
        self.init(
            id: row.integer(0), i1: row.integer(1), i2: row.integer(2), i3: row.integer(3),
            i4: row.integer(4), i5: row.integer(5), i6: row.integer(6), i7: row.integer(7),
            i8: row.integer(8), i9: row.integer(9), i10: row.integer(10), i11: row.integer(11),
            i12: row.integer(12), d1: row.double(13), d2: row.double(14), d3: row.double(15),
            d4: row.double(16), d5: row.double(17), d6: row.double(18), d7: row.double(19),
            d8: row.double(20), d9: row.double(21), d10: row.double(22), b1: row.integer(23) != 0,
            b2: row.integer(24) != 0, b3: row.integer(25) != 0, b4: row.integer(26) != 0,
            b5: row.integer(27) != 0, b6: row.integer(28) != 0, t1: row.date(29), t2: row.date(30),
            t3: row.date(31), t4: row.date(32), s1: row.text(33), s2: row.text(34),
            s3: row.text(35), s4: row.text(36), s5: row.text(37), s6: row.text(38),
            s7: row.text(39), s8: row.text(40))
    }

    func write(to row: inout some RowSink) {
        row.add(id)
        for number in integers { row.add(number) }
        for number in fractions { row.add(number) }
        for flag in flags { row.add(flag ? 1 : 0) }
        for date in dates { row.add(date.timeIntervalSinceReferenceDate) }
        for text in texts { row.add(text) }
    }

    func mix(into digest: inout Digest) {
        digest.mix(id)
        for number in integers { digest.mix(number) }
        for number in fractions { digest.mix(number.bitPattern) }
        for flag in flags { digest.mix(flag ? 1 : 0) }
        for date in dates { digest.mix(date.timeIntervalSinceReferenceDate.bitPattern) }
        for text in texts { digest.mix(text) }
    }

    private var integers: [Int] { [i1, i2, i3, i4, i5, i6, i7, i8, i9, i10, i11, i12] }
    private var fractions: [Double] { [d1, d2, d3, d4, d5, d6, d7, d8, d9, d10] }
    private var flags: [Bool] { [b1, b2, b3, b4, b5, b6] }
    private var dates: [Date] { [t1, t2, t3, t4] }
    private var texts: [String] { [s1, s2, s3, s4, s5, s6, s7, s8] }
}
