import Nacre

extension Store.Options {
    /// The options of a store whose last second may be lost in a power cut.
    static var relaxed: Store.Options {
        var options = Store.Options()
        options.durability = .grouped(maxDelay: .seconds(1))
        return options
    }
}
