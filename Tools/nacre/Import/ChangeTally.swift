internal import NacreExchangeCore

/// The number of objects that an import or a load has written.
package struct ChangeTally: Sendable, Equatable {
    package var inserted = 0
    package var updated = 0

    package init(inserted: Int = 0, updated: Int = 0) {
        self.inserted = inserted
        self.updated = updated
    }

    package var count: Int { inserted + updated }

    mutating func add(isNew: Bool) {
        if isNew { inserted += 1 } else { updated += 1 }
    }

    /// Returns, for instance, "11,981 objects into City (11,900 new, 81 updated) in 420 ms, 28,500
    /// objects/s".
    /// - Parameter target: The name of the entity or store that the objects went into.
    package func sentence(into target: String, seconds: Double) -> String {
        let objects = ByteCount.counted(count, "object")
        let kinds = "(\(ByteCount.grouped(inserted)) new, \(ByteCount.grouped(updated)) updated)"
        let rate = Int((Double(count) / max(seconds, 1e-6)).rounded()).rounded(toDigits: 3)
        let time = TimeText.text(.seconds(seconds))
        return "\(objects) into \(target) \(kinds) in \(time), "
            + "\(ByteCount.grouped(rate)) objects/s"
    }
}
