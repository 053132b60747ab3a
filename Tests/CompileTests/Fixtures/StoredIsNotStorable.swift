import Foundation
import Nacre

// error: requires that 'Parchment' conform to 'AttributeValue'
struct Parchment: Sendable { var text: String }

@Entity struct Deed {
    let id: Int
    @Attribute(
        .transformed(
            by: Transformer("deed", transform: { Parchment(text: $0) }, reverse: { $0.text })))
    var text: String
}
