import Foundation
import Nacre

// error: type 'Scroll' does not conform to protocol 'Storable'
struct Scroll: Storable {
    struct Papyrus: Sendable { var text: String }
    var text: String
    static let transformer = Transformer<Scroll, Papyrus>(
        transform: { Papyrus(text: $0.text) }, reverse: { Scroll(text: $0.text) })
}
