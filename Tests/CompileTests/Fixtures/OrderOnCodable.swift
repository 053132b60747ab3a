import Foundation
import Nacre

struct Level: Codable, Comparable, Storable {
    var number: Int
    static func < (left: Level, right: Level) -> Bool { left.number < right.number }
}

@Entity struct Floor {
    let id: String
    var level: Level
}

// error: requires that 'JSONText' conform to 'Comparable'
func orderOnCodable() { _ = Floor.where { $0.level < Level(number: 1) } }
