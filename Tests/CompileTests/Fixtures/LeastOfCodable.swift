import Foundation
import Nacre

struct Depth: Codable, Comparable, Storable {
    var number: Int
    static func < (left: Depth, right: Depth) -> Bool { left.number < right.number }
}

@Entity struct Shaft {
    let id: String
    var depth: Depth?
}

// error: requires that 'JSONText' conform to 'Comparable'
func leastOfCodable(_ store: Store) throws { _ = try store.min(\.depth, Shaft.all) }
