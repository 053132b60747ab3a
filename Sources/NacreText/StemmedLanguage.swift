/// A language whose words can be stemmed.
package enum StemmedLanguage: String, Sendable, CaseIterable {
    case english
}
