package import NacreEngine
package import NacreFormat

/// The objects of an entity after a commit was taken back, as a model expects them.
package struct ModelReversal<ID: Hashable> {
    package private(set) var objects: [ID: [Value]]
    /// Whether an object was changed since.
    package private(set) var hasConflicts = false

    /// - Parameters:
    ///   - objects: The present objects.
    ///   - former: The objects before the commit.
    ///   - written: The objects after the commit.
    package init(
        of objects: [ID: [Value]], from former: [ID: [Value]], to written: [ID: [Value]],
        onConflict handling: RevertConflicts
    ) {
        self.objects = objects
        for id in Set(former.keys).union(written.keys) where former[id] != written[id] {
            if objects[id] == former[id] { continue }
            let isConflict = objects[id] != written[id]
            if isConflict { hasConflicts = true }
            if isConflict, handling == .skip { continue }
            self.objects[id] = former[id]
        }
    }
}
