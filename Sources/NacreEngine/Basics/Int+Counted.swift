extension Int {
    /// Returns the number with its noun, for messages: "1 object", "2 objects".
    /// - Parameter plural: The plural, if it is not the noun with an s.
    package func counted(_ noun: String, plural: String? = nil) -> String {
        "\(self) \(self == 1 ? noun : plural ?? noun + "s")"
    }

    /// Returns a sentence that names the ids of this number of objects.
    /// - Parameter ids: The ids of all objects, or of the first ones.
    func identified(by ids: [String]) -> String {
        let all = self == 1 ? "Its id is" : "Their ids are"
        return "\(self > ids.count ? "The first ids are" : all) \(ids.joined(separator: ", "))."
    }
}
