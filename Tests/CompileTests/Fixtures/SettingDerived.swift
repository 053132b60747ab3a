import Foundation
import Nacre

// error: cannot assign to property: 'key' is a get-only property
@Entity struct Relative {
    let id: Int
    var name: String
    @Derived(.indexed) var key: String { name.lowercased() }
}

func change(_ changes: WriteTransaction) throws {
    try changes.update(Relative.self, 1) { $0.key = "x" }
}
