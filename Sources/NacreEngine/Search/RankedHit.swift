package import NacreFormat

/// An object that a ranked search has found.
package struct RankedHit {
    package let record: FoundRecord
    package let id: Value
    package let score: Double
}
