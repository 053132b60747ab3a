import HTTPTypes
import Hummingbird

extension Response {
    /// Makes a response of JSON.
    static func json(
        _ value: some Encodable, status: HTTPResponse.Status = .ok, headers: HTTPFields = [:],
        _ request: Request, _ context: some RequestContext
    ) throws -> Response {
        var response = try context.responseEncoder.encode(value, from: request, context: context)
        response.status = status
        response.headers.append(contentsOf: headers)
        return response
    }
}
