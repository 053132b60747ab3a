#if Macros
    import Foundation
    import Nacre

    // Failure reports show dozens of these, so they are short.

    extension Person: CustomDebugStringConvertible {
        var debugDescription: String {
            var parts = ["\(id) \(name)/\(age) \(rank) \(hall)\(seat.map { "\($0)" } ?? "-")"]
            if let email { parts.append(email) }
            if let badge { parts.append("badge \(badge)") }
            if state != .planned { parts.append("\(state)") }
            if let address { parts.append("\(address.street) \(address.floor ?? -1)") }
            if !tags.isEmpty { parts.append("\(tags.sorted())") }
            if !scores.isEmpty { parts.append("\(scores)") }
            if let team { parts.append("team \(team.id)") }
            if let boss { parts.append("boss \(boss.id)") }
            if let mentor { parts.append("mentor \(mentor.id)") }
            if !friends.isEmpty { parts.append("friends \(friends.map(\.id))") }
            return "(\(parts.joined(separator: ", ")), \(facts), r\(revision))"
        }
    }

    extension Team: CustomDebugStringConvertible {
        var debugDescription: String { "(\(id) \(name) \(code ?? "-") \(motto ?? "-"))" }
    }

    extension Note: CustomDebugStringConvertible {
        var debugDescription: String {
            let device = device?.uuidString.prefix(2) ?? "-"
            let parts = "\(code), \(device), day \(day.timeIntervalSinceReferenceDate / 86_400)"
            return "(\(id)\(isHidden ? " hidden" : "") \(parts), \(readers.map(\.id).sorted()),"
                + " \(facts ?? [:]), \(samples.count))"
        }
    }

    extension Thing: CustomDebugStringConvertible {
        var debugDescription: String { "(\(id) \(title.prefix(9)) \(watts))" }
    }
#endif
