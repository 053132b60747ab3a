import Foundation
import Nacre

// error: cannot convert
@Entity struct Page { @Attribute(.transformed(by: .propertyList)) var notes: [String] }
func equality() { _ = Page.where { $0.notes == ["a"] } }
