import Foundation
import Nacre

// error: requires that 'String' conform to 'ReferringValue'
@Entity struct Horse {
    let id: Int
    @Relationship(.cascade) var name: String
}
