public import Foundation

/// Localized errors. Programs that handle all errors alike print `localizedDescription`.
extension StoreError: LocalizedError {
    /// The text of `description`.
    public var errorDescription: String? { description }
}
