import NacreFormat
import NacreTestSupport

@testable import NacreEngine

/// The expected content of a store of one entity, kept beside it by the same changes.
struct QueryModel {
    private let attributes: [AttributeSchema]
    private var objects: [Value: [String: Value]] = [:]

    init(_ attributes: [AttributeSchema]) { self.attributes = attributes }

    var reference: QueryReference { QueryReference(objects: Array(objects.values)) }

    /// Saves an object in both, or deletes it if it has only an id. An object that takes a unique
    /// value from another one goes into neither.
    mutating func change(_ changes: Changes, _ object: [String: Value]) throws {
        guard let id = object["id"] else { return }
        guard object.count > 1 || attributes.count == 1 else {
            if objects.removeValue(forKey: id) != nil {
                try changes.delete(id, from: QuerySession.entity)
            }
            return
        }
        do {
            try changes.comparingAtOnce {
                _ = try changes.save(
                    attributes.map { object[$0.name] ?? .null }, in: QuerySession.entity)
            }
            objects[id] = object
        } catch let error as StoreError where error.code == .uniqueViolation {
            try require(hasConflict(object), "\(error)")
        }
    }

    /// Returns whether another object has a value of a unique attribute.
    private func hasConflict(_ object: [String: Value]) -> Bool {
        attributes.contains { attribute in
            guard attribute.isUnique, let value = object[attribute.name] else { return false }
            return objects.values.contains { other in
                other["id"] != object["id"]
                    && other[attribute.name].map { $0 == value } ?? false
            }
        }
    }

    func requireContents(of snapshot: DatabaseSnapshot) throws {
        var count = 0
        try snapshot.forEach(in: QuerySession.entity) { object in
            let expected = objects[object.id]
            let isSame = zip(attributes, object.values).allSatisfy { attribute, value in
                expected?[attribute.name].map { $0.isIdentical(to: value) } ?? false
            }
            try require(isSame, "\(object.values) is not \(expected ?? [:])")
            count += 1
            return true
        }
        try requireEqual(count, objects.count, "objects of a snapshot")
    }
}
