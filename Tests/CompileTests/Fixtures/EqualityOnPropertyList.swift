import Foundation
import Nacre

// error: requires that 'Keeps.Nothing' conform to 'EqualityPromise'
@Entity struct Page { @Attribute(.transformed(by: .propertyList)) var notes: [String] }
func equality() { _ = Page.where { $0.notes == ["a"] } }
