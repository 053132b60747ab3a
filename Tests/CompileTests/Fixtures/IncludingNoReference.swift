import Foundation
import Nacre

// error: requires that 'String' conform to 'ReferringValue'
func includingNoReference(_ store: Store) throws {
    _ = try store.fetch(City.all, including: \.name)
}
