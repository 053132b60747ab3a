#if Macros
    import Nacre
    import NacreObjects

    /// A property of a live object, as a model compares and merges it, and as a user reads it.
    struct LiveProperty<Object: LiveType>: Sendable {
        let name: String
        let isSame: @Sendable (Object, Object) -> Bool
        /// Returns whether the stored bytes are equal: those of equal texts may differ.
        let isStoredSame: @Sendable (Object, Object) -> Bool
        /// Takes the property over from another state of the object.
        let take: @Sendable (inout Object, Object) -> Void
        let read: @Sendable (Managed<Object>) -> Void

        init<Value: Equatable & Sendable>(_ path: any WritableKeyPath<Object, Value> & Sendable) {
            name = "\(path)"
            isSame = { $0[keyPath: path] == $1[keyPath: path] }
            isStoredSame = {
                let (one, other) = ($0[keyPath: path], $1[keyPath: path])
                guard let text = one as? String, let next = other as? String else {
                    return one == other
                }
                return text.utf8.elementsEqual(next.utf8)
            }
            take = { $0[keyPath: path] = $1[keyPath: path] }
            read = { _ = $0[dynamicMember: path] as Value }
        }
    }
#endif
