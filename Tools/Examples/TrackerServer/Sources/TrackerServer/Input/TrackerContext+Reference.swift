import Hummingbird
import Nacre

extension TrackerContext {
    /// Returns the reference that the parameter `id` of the path contains.
    ///
    /// Not inlined: Swift 6.3.1 crashes when it optimizes asynchronous functions that this code is
    /// a part of.
    @inline(never)
    func reference<Target: Entity>(to type: Target.Type) throws -> Ref<Target> {
        try Ref(urlText: try parameters.require("id"))
    }
}
