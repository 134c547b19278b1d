// No invisible or reversing characters and no lookalikes (UTS #39).
import { createPhrase, type Phrase } from '#specification/refusal-words/phrases.js';
import unhomoglyph from 'unhomoglyph';
import { isLongerThan, isStorableText } from '#specification/field-types/text.js';
import { isBlank } from '#specification/model/stored-value.js';
import { normalizeUniqueValue } from '../claim/normalize-unique-value.js';

export interface NameIssue {
  readonly why: Phrase;
  readonly instead: Phrase;
}

const INVISIBLE = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u;
/** Scripts that are spelled with joiners. */
const JOINED =
  /(?<=[\p{scx=Arab}\p{scx=Syrc}\p{scx=Deva}\p{scx=Beng}\p{scx=Guru}\p{scx=Gujr}\p{scx=Orya}\p{scx=Taml}\p{scx=Telu}\p{scx=Knda}\p{scx=Mlym}\p{scx=Sinh}])[\u200c\u200d](?=[\p{L}\p{M}])/gu;
const STACKED = /\p{M}{5,}|\p{Me}/u;

const RESERVED = [
  'system',
  'daybook',
  'admin',
  'admins',
  'administrator',
  'auditor',
  'root',
  'nobody',
  'everybody',
  'anonymous',
  'unknown',
  'not recorded',
  'not visible to you',
  'erased',
  'erased person',
  'security',
  'support',
];

/** `reserved`: also refuses names such as “system”. */
export function checkDisplayName(name: string, { reserved }: { reserved: boolean }): NameIssue | undefined {
  if (INVISIBLE.test(name.replace(JOINED, '')))
    return { why: createPhrase('name.unseen'), instead: createPhrase('name.unseen-instead') };
  if (STACKED.test(name))
    return { why: createPhrase('name.stacked'), instead: createPhrase('name.stacked-instead') };
  const taken = reserved ? findReservedLookalike(name) : undefined;
  return taken === undefined ? undefined : createReservedIssue(taken, 'name.reserved-instead');
}

export const MAX_NAME_LENGTH = 200;

/** Whether a person may be registered by it, for instance as a provider states it. */
export const isPossibleName = (name: string): boolean =>
  !isBlank(name) &&
  isStorableText(name) &&
  !isLongerThan(name, MAX_NAME_LENGTH) &&
  checkDisplayName(name, { reserved: true }) === undefined;

export const normalizeSignInName = (name: string): string => normalizeUniqueValue(name);

const SIGN_IN_NAME = /^[\p{L}\p{N}][\p{L}\p{M}\p{N}._@+'’-]*$/u;

const SCRIPTS =
  'Arab Armn Beng Bopo Cyrl Deva Ethi Geor Grek Gujr Guru Hang Hani Hebr Hira Kana Khmr Knda Laoo Latn Mlym Mymr Orya Sinh Taml Telu Thaa Thai Tibt';
const TOGETHER = [
  ...SCRIPTS.split(' ').map((script) => [script]),
  ['Hani', 'Hira', 'Kana'],
  ['Hani', 'Hang'],
  ['Hani', 'Bopo'],
];
const ONE_SCRIPT = TOGETHER.map((scripts) => {
  const own = scripts.map((script) => `\\p{scx=${script}}`).join('');
  // eslint-disable-next-line no-restricted-syntax -- put together from this file’s own list; RE2 knows no script extensions
  return new RegExp(`^[${own}\\p{scx=Zyyy}\\p{scx=Zinh}]*$`, 'u');
});

export function checkSignInName(name: string): NameIssue | undefined {
  const issue = checkDisplayName(name.trim(), { reserved: false });
  if (issue) return issue;
  const plain = normalizeSignInName(name);
  if (!SIGN_IN_NAME.test(plain))
    return { why: createPhrase('name.signs'), instead: createPhrase('name.signs-instead') };
  if (!ONE_SCRIPT.some((script) => script.test(plain)))
    return { why: createPhrase('name.scripts'), instead: createPhrase('name.scripts-instead') };
  const own = ['system', 'daybook'].find((each) => computeNameSkeleton(each) === computeNameSkeleton(name));
  return own === undefined ? undefined : createReservedIssue(own, 'name.reserved-sign-in');
}

export function computeNameSkeleton(name: string): string {
  return normalizeUniqueValue(unhomoglyph(normalizeUniqueValue(name).normalize('NFD')));
}

/** `I` looks like `l`, Cyrillic К like K. */
export const computeCaseSensitiveSkeleton = (name: string): string =>
  normalizeUniqueValue(unhomoglyph(name.normalize('NFKC').replace(/\s+/gu, ' ').trim().normalize('NFD')));

/** Capitals look like other letters than small ones. */
const computeSkeletons = (name: string): readonly string[] => [
  computeNameSkeleton(name),
  computeCaseSensitiveSkeleton(name),
];

const RESERVED_SKELETONS: ReadonlyMap<string, string> = new Map(
  RESERVED.flatMap((name) =>
    [name, name.toUpperCase(), name[0]!.toUpperCase() + name.slice(1)]
      .flatMap(computeSkeletons)
      .map((look) => [look, name] as const),
  ),
);

const findReservedLookalike = (name: string): string | undefined =>
  computeSkeletons(name)
    .map((look) => RESERVED_SKELETONS.get(look))
    .find((found) => found !== undefined);

export const isReservedPersonName = (name: string): boolean => findReservedLookalike(name) !== undefined;

const createReservedIssue = (
  name: string,
  instead: 'name.reserved-instead' | 'name.reserved-sign-in',
): NameIssue => ({
  why: createPhrase('name.reserved', { name }),
  instead: createPhrase(instead),
});
