import Foundation
import Nacre
import NacreTestSupport

/// A type whose values have equal ones that are not identical: in another order of hashing, with
/// another zero, in another spelling.
protocol Twinned: Equatable, Sendable {
    /// An equal value that is as different as possible.
    var twin: Self { get }
}

extension String: Twinned {
    var twin: String {
        let composed = precomposedStringWithCanonicalMapping
        return composed.utf8.elementsEqual(utf8) ? decomposedStringWithCanonicalMapping : composed
    }
}

extension Double: Twinned {
    var twin: Double { self == 0 ? -self : self }
}

extension Float: Twinned {
    var twin: Float { self == 0 ? -self : self }
}

extension Date: Twinned {
    var twin: Date {
        Date(timeIntervalSinceReferenceDate: timeIntervalSinceReferenceDate.twin)
    }
}

extension Int: Twinned {
    var twin: Int { self }
}

extension Set: Twinned where Element: Twinned {
    /// A set in a larger table, which has another order.
    var twin: Set<Element> {
        var twin = Set(minimumCapacity: 100 * count + 1)
        for element in reversed() { twin.insert(element.twin) }
        return twin
    }
}

extension Dictionary: Twinned where Key: Twinned, Value: Twinned {
    var twin: [Key: Value] {
        var twin = [Key: Value](minimumCapacity: 100 * count + 1)
        for (key, value) in reversed() { twin[key.twin] = value.twin }
        return twin
    }
}

extension Array: Twinned where Element: Twinned {
    var twin: [Element] { map(\.twin) }
}

extension Optional: Twinned where Wrapped: Twinned {
    var twin: Wrapped? { map(\.twin) }
}
