internal import NacreEngine
internal import NacreFormat

/// What the steps of a ``SchemaPlan`` have come to while they are followed: for progress, for
/// errors, and for what is to be done behind them. Used by the thread that opens the store.
final class PlanJournal {
    /// Entities that steps have written objects of.
    var changed: Set<EntityNumber> = []
    /// The object that an error came from which nobody has caught yet, as far as is known.
    private(set) var place: StoredObject?
    /// Told of the outermost pass only: others begin once for each of its objects.
    private let progress: (SchemaProgress) -> Void
    private var depth = 0

    init(progress: @escaping (SchemaProgress) -> Void) { self.progress = progress }

    /// The step at hand.
    var generation = 0

    /// Something is done: whatever failed before was caught.
    func begin() { place = nil }

    /// An error came while an object was looked at; of several, the innermost.
    func failed(at object: StoredObject) { place = place ?? object }

    // MARK: Progress

    /// A way through the objects of an entity.
    struct Pass {
        let entity: String
        let total: Int
        fileprivate(set) var done = 0
    }

    func beginPass(_ entity: String, total: Int) -> Pass {
        depth += 1
        return Pass(entity: entity, total: total)
    }

    /// One more object was gone through.
    func advance(_ pass: inout Pass) {
        pass.done += 1
        if pass.done.isMultiple(of: 1024) || pass.done == pass.total { tell(pass) }
    }

    func endPass() { depth -= 1 }

    /// Objects that are added on the way may be met as well, so that there are more than at first.
    private func tell(_ pass: Pass) {
        guard depth == 1 else { return }
        progress(
            SchemaProgress(
                generation: generation, entity: pass.entity, done: pass.done,
                total: max(pass.total, pass.done)))
    }
}
