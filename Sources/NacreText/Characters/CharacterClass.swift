/// The part that a character plays in the boundaries of words. The numbers are those of the
/// generated tables.
enum CharacterClass: UInt8 {
    /// A character that separates words: spaces, punctuation, apostrophes, full stops, colons.
    case other
    /// A letter of a script with words, other than Hebrew.
    case letter
    case hebrewLetter
    case digit
    /// A number that is a word of its own, for example a superscript 2.
    case loneNumber
    /// A character that joins two letters, for example the middle dot of Catalan.
    case letterJoiner
    /// A character that joins two digits, for example a comma.
    case digitJoiner
    /// An underscore and the like.
    case connector
    /// The quotation mark that joins Hebrew letters.
    case doubleQuote
    /// A mark or a format character: part of the character before it.
    case extender
    case zeroWidthJoiner
    case regionalIndicator
    /// A pictograph that is shown as an emoji by itself.
    case emoji
    /// A pictograph that is shown as an emoji only in a sequence.
    case pictograph
    /// A skin tone.
    case emojiModifier
    /// A letter that is also a pictograph.
    case letterPictograph
    /// A character of Han, Hiragana, Katakana or another script of their kind.
    case ideograph
    /// A syllable or a leading consonant of Korean.
    case hangul
    /// A vowel or a trailing consonant of Korean that continues a syllable.
    case hangulTail
    /// A letter of Thai, Lao, Khmer, Myanmar or another script of their kind.
    case southeastAsian
    /// A vowel of these that is part of the character before it.
    case southeastAsianTail
}
