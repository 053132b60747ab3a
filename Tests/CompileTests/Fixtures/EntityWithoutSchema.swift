import Foundation
import Nacre

// error: type 'Hamlet' does not conform to protocol 'Entity'
struct Hamlet: Entity {
    let id: Int
    var name: String
}
