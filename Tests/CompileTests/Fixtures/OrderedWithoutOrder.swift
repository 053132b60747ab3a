import Foundation
import Nacre

extension Transformer where Value == String, Stored == Data {
    static var bytes: Self {
        Transformer(
            "bytes", keepsOrder: true, transform: { Data($0.utf8) },
            reverse: { String(decoding: $0, as: UTF8.self) })
    }
}

// error: requires that 'Data' conform to 'Comparable'
@Entity struct Leaflet {
    @Attribute(.transformed(by: Transformer<String, Data>.bytes, keepsOrder: true))
    var text: String
}
