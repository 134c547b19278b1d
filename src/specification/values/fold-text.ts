// For stored texts and search terms: ignores case, accents and other keyboards.
import { toAsciiDigits } from '../numbers/ascii-digits.js';

const ASCII = /^[\x00-\x7f]*$/;
const NO_ASCII = /[^\x00-\x7f]/gu;
/** Diacritics, vowel points and invisible characters; kana sound marks and й's breve make other letters. */
const MARKS =
  /(?!\u3099|\u309a|(?<=[\u0418\u0438])\u0306)(?:\u0640|[\p{sc=Inherited}\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0656-\u065f\u06d6-\u06dc\u00ad\u200b-\u200f\u2060\ufeff])/gu;
const SHORT_I = /\u0438\u0306/g;
const OTHER_DIGIT = /(?![0-9])\p{Nd}/u;
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/[\u02b9\u02bb-\u02bf\u02c8\u2018-\u201b\u2032\u2039\u203a]/g, "'"],
  [/[\u00ab\u00bb\u201c-\u201f]/g, '"'],
  [/[\p{Pd}\u2043\u2212]/gu, '-'],
];

/**
 * Letters without Unicode decomposition: Arabic as in Lucene, final letters and small kana as in the root collation.
 */
const LETTERS: ReadonlyMap<string, string> = new Map(
  `ss:ß ae:æ oe:œ th:þ a:ⱥ b:ƀɓ c:ƈȼ d:ðđɖɗ e:ǝəɛɇ f:ƒ g:ɠɣ h:ħ i:ıɨɩ j:ɉ k:ĸƙ l:łƚ n:ŋɲ o:øɵɔ p:ƥ r:ɍ t:ŧƫƭʈⱦ u:ʉ v:ʋ y:ɏƴ z:ƶ
   σ:ς ':ʼ כ:ך מ:ם נ:ן פ:ף צ:ץ וו:װ וי:ױ יי:ײ ا:ٱ ه:ةۃہە ي:ىیے ك:ک
   あ:ぁ い:ぃ う:ぅ え:ぇ お:ぉ つ:っ や:ゃ ゆ:ゅ よ:ょ わ:ゎ か:ゕ け:ゖ`
    .split(/\s+/)
    .flatMap((entry) => {
      const [plain, letters] = entry.split(':') as [string, string];
      return Array.from(letters, (letter) => [letter, plain] as const);
    }),
);

const KATAKANA = /[\u30a1-\u30f6\u30fd\u30fe]/g;
const FROM_HIRAGANA = 0x60;
const inHiragana = (letter: string) => String.fromCharCode(letter.charCodeAt(0) - FROM_HIRAGANA);

/** Idempotent; `Łódź` and `lodz` are equal. By upper case first: some old letters share their capital with a common one. */
export function foldText(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const plain = text.toWellFormed().normalize('NFKD').replace(MARKS, '').toUpperCase().toLowerCase();
  const letters = plain
    .replace(KATAKANA, inHiragana)
    .replace(SHORT_I, 'й')
    .replace(NO_ASCII, (letter) => LETTERS.get(letter) ?? letter);
  const signs = SIGNS.reduce((folded, [all, one]) => folded.replace(all, one), letters);
  return OTHER_DIGIT.test(signs) ? toAsciiDigits(signs) : signs;
}
