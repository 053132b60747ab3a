import Foundation
import Nacre

// error: requires that 'Keeps.Nothing' conform to 'EqualityPromise'
extension Transformer where Value == Date, Stored == Double {
    static var vague: Self {
        Transformer(
            "vague", keepsEquality: false,
            transform: { $0.timeIntervalSinceReferenceDate + .random(in: 0...1) },
            reverse: { Date(timeIntervalSinceReferenceDate: $0) })
    }
}
@Entity struct Vault {
    @Attribute(.transformed(by: Transformer<Date, Double>.vague, keepsEquality: false))
    var closed: Date
}
func equalityOnOpaque() { _ = Vault.where { $0.closed == .now } }
