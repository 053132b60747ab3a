import Foundation

/// The values of a made-up object, read as a row.
struct WideSample: RowSource {
    let id: Int

    func integer(_ column: Int) -> Int {
        if column == 0 { return id }
        let number = Int(truncatingIfNeeded: random(column) >> 40)
        return column > 22 ? number & 1 : number
    }

    func double(_ column: Int) -> Double { Double(random(column) >> 40) / 16 }

    func text(_ column: Int) -> String { "text \(random(column) % 10_000)" }

    func bytes(_ column: Int) -> Data { Data() }

    func isNull(_ column: Int) -> Bool { false }

    private func random(_ column: Int) -> UInt64 { SplitMix.mixed(UInt64(id * 64 + column)) }
}
