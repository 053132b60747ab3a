import Foundation
import Nacre

/// An object with 40 attributes beside its id: 12 integers, 10 fractions, 6 Booleans, 4 dates and 8
/// short texts.
@Entity
struct Wide {
    let id: Int
    var i1: Int
    var i2: Int
    var i3: Int
    var i4: Int
    var i5: Int
    var i6: Int
    @Attribute(.columnar) var i7: Int
    var i8: Int
    var i9: Int
    var i10: Int
    var i11: Int
    var i12: Int
    var d1: Double
    var d2: Double
    @Attribute(.columnar) var d3: Double
    var d4: Double
    var d5: Double
    var d6: Double
    var d7: Double
    var d8: Double
    var d9: Double
    var d10: Double
    var b1: Bool
    var b2: Bool
    var b3: Bool
    var b4: Bool
    var b5: Bool
    var b6: Bool
    var t1: Date
    var t2: Date
    var t3: Date
    var t4: Date
    var s1: String
    var s2: String
    var s3: String
    var s4: String
    var s5: String
    var s6: String
    var s7: String
    var s8: String
}
