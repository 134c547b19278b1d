// Says why not, in the words of the catalogue: the one place where reasons of a refusal are made.
import { BUILT_IN_ERRORS } from '../specification/built-in-errors.js';
import type { Place, RecordInScope, Specification } from '../specification/specification.js';
import type { Actor } from './actor.js';
import type { Reason } from './refusal.js';

export type Words = Readonly<Record<string, string | number>>;

/** In whose words, and about what. */
export interface Speaking {
  readonly specification: Specification;
  readonly user: Actor;
  /** The moment of the decision, an ISO 8601 instant. */
  readonly now: string;
}

export interface About {
  readonly with?: Words;
  readonly fields?: readonly string[];
  readonly rule?: string;
  readonly record?: RecordInScope;
  readonly place?: Place;
}

/** The catalogue's entry, filled in. An unknown code is said as `RULE`: a refusal never fails for want of words. */
export function reason(speaking: Speaking, code: string, about: About = {}): Reason {
  const { errors } = speaking.specification;
  const entry = Object.hasOwn(errors, code) ? errors[code] : undefined;
  if (!entry) return builtInReason(code, about);
  const scope = { record: about.record, user: speaking.user, now: speaking.now, with: short(about.with) };
  return {
    code,
    message: entry.message.render(scope),
    ...(entry.remedy && { remedy: entry.remedy.render(scope) }),
    status: entry.status,
    ...rest(about),
  };
}

/** The same where there is no specification to ask: people and roles of the installation. */
export function builtInReason(code: string, about: About = {}): Reason {
  const known: Readonly<Record<string, (typeof BUILT_IN_ERRORS)[keyof typeof BUILT_IN_ERRORS]>> =
    BUILT_IN_ERRORS;
  const entry = (Object.hasOwn(known, code) ? known[code] : undefined) ?? BUILT_IN_ERRORS.RULE;
  const words: Words = { rule: about.rule ?? '', ...short(about.with) };
  const filled = (text: string) =>
    text.replace(/\{with\.(\w+)\}/g, (_, word: string) => String(words[word] ?? ''));
  return {
    code,
    message: filled(entry.message),
    remedy: filled(entry.remedy),
    status: entry.status,
    ...rest(about),
  };
}

function rest(about: About): Pick<Reason, 'rule' | 'fields' | 'place'> {
  return {
    ...(about.rule !== undefined && { rule: about.rule }),
    fields: about.fields ?? [],
    ...(about.place && { place: about.place }),
  };
}

const LONGEST_WORD = 200;

/** What somebody typed comes back in messages, but not megabytes of it. */
function short(words: Words = {}): Words {
  const cut = ([key, word]: [string, string | number]) =>
    [
      key,
      typeof word === 'string' && word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}…` : word,
    ] as const;
  return Object.fromEntries(Object.entries(words).map(cut));
}
