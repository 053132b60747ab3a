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
