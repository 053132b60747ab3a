/// An argument or a variable of the environment that is not valid.
struct SettingsError: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }
}
