internal import NacreEngine
internal import NacreFormat

/// The state of the steps of a ``SchemaPlan`` while they run: for progress, for errors, and for the
/// work to do after them. Used only by the thread that opens the store.
final class PlanJournal {
    /// The entities whose objects steps have written.
    var changed: Set<EntityNumber> = []
    /// The object at which the latest uncaught error occurred, as far as known.
    private(set) var place: StoredObject?
    /// Reports progress of the outermost pass only: inner passes begin once for each of its
    /// objects.
    private let progress: (SchemaProgress) -> Void
    private var depth = 0

    init(progress: @escaping (SchemaProgress) -> Void) { self.progress = progress }

    /// The generation of the current step.
    var generation = 0

    /// Notes that an operation begins: any earlier failure was caught.
    func begin() { place = nil }

    /// Notes the object at which an error occurred; if passes are nested, the innermost one.
    func failed(at object: StoredObject) { place = place ?? object }

    // MARK: Progress

    /// A pass through the objects of an entity.
    struct Pass {
        let entity: String
        let total: Int
        fileprivate(set) var done = 0
    }

    func beginPass(_ entity: String, total: Int) -> Pass {
        depth += 1
        return Pass(entity: entity, total: total)
    }

    /// Counts one more visited object.
    func advance(_ pass: inout Pass) {
        pass.done += 1
        if pass.done.isMultiple(of: 1024) || pass.done == pass.total { tell(pass) }
    }

    func endPass() { depth -= 1 }

    /// Reports progress. Objects that are added during the pass may be visited too, so `done` can
    /// exceed the initial total.
    private func tell(_ pass: Pass) {
        guard depth == 1 else { return }
        progress(
            SchemaProgress(
                generation: generation, entity: pass.entity, done: pass.done,
                total: max(pass.total, pass.done)))
    }
}
