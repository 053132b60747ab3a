import Foundation
import Hummingbird

extension Request {
    /// Returns the parameters of the query, each at most once.
    ///
    /// A parameter that is not known is an error: without it, a misspelled `filter` would return
    /// all objects.
    /// - Parameter names: The names of all known parameters.
    /// - Throws: `HTTPError` with 400, which names the parameter.
    func parameters(named names: Set<String>) throws(HTTPError) -> [String: String] {
        var parameters: [String: String] = [:]
        for item in URLComponents(string: "?\(uri.query ?? "")")?.queryItems ?? [] {
            guard names.contains(item.name) else {
                throw HTTPError(.badRequest, message: "'\(item.name)' is not a parameter.")
            }
            guard parameters[item.name] == nil else {
                throw HTTPError(.badRequest, message: "'\(item.name)' occurs twice.")
            }
            parameters[item.name] = item.value ?? ""
        }
        return parameters
    }
}
