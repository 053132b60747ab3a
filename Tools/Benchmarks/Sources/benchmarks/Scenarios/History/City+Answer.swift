import Foundation

extension City: Answer {
    func mix(into digest: inout Digest) {
        for number in [id, geonameID, population] { digest.mix(Int(number)) }
        for number in [latitude, longitude] { digest.mix(number.bitPattern) }
        for text in [name, country, note] { digest.mix(text) }
        digest.mix(elevation.map { Int($0) } ?? .max)
        digest.mix(founded?.timeIntervalSinceReferenceDate.bitPattern ?? .max)
        digest.mix(Int(status.rawValue))
    }
}
