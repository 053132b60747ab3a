import Foundation
import Nacre

// snippet: unique
@Entity
struct Borrower: Equatable {
    #Unique<Borrower>([\.library, \.card], conflict: .replace)
    @Attribute(.unique(conflict: .merge)) var mail: String
    @Attribute(.unique) var passport: String?
    var library: String
    var card: Int?
    var name: String?
    var loans: Int = 0
}
// end snippet

// snippet: condition
@Entity
struct Memo: Equatable {
    #Unique<Memo>([\.slug], where: Memo.isLive)
    let id: Int
    var slug: String
    var deleted: Date?

    static func isLive(_ note: Fields) -> Filter<Memo> { note.deleted == nil }
}
// end snippet
