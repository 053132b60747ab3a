import Foundation
import Nacre

struct Grade: Codable, Comparable, Storable {
    var number: Int
    static func < (left: Grade, right: Grade) -> Bool { left.number < right.number }
}

/// Stored as a grade, which has an order, and is stored as JSON, which has none.
struct Rank: Comparable, Storable {
    var grade: Grade
    static func < (left: Rank, right: Rank) -> Bool { left.grade < right.grade }
    static let transformer = Transformer<Rank, Grade>(
        "grade", transform: { $0.grade }, reverse: { Rank(grade: $0) })
}

@Entity struct Soldier {
    let id: String
    var rank: Rank
}

// error: requires that 'JSONText' conform to 'Comparable'
func orderOnWrappedCodable(_ rank: Rank) { _ = Soldier.where { $0.rank < rank } }
