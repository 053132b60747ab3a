public import Foundation

/// Programs that only know errors in general print `localizedDescription`.
extension StoreError: LocalizedError {
    /// The same as `description`.
    public var errorDescription: String? { description }
}
