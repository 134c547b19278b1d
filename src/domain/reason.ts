// Says why not, in the words of the catalogue: the one place where reasons of a refusal are made.
import { BUILT_IN_ERRORS } from '../specification/built-in-errors.js';
import type {
  CatalogueEntry,
  Entity,
  Place,
  RecordInScope,
  Specification,
} from '../specification/specification.js';
import { type Actor, hiddenFields } from './permissions.js';
import { fieldsRevealedBy, quotesRecord } from './expressions.js';
import type { Reason } from './refusal.js';
import type { MessageParameters } from '../specification/field-types/outcome.js';

/** In whose words, and about what. */
export interface MessageContext {
  readonly specification: Specification;
  readonly user: Actor;
  /** The moment of the decision, an ISO 8601 instant. */
  readonly now: string;
  /** Whose records it is about. */
  readonly entity?: Entity;
  /** Fields whose values the person does not learn, whatever the record is about to become. */
  readonly hidden?: ReadonlySet<string>;
}

export interface ReasonDetails {
  readonly with?: MessageParameters;
  readonly fields?: readonly string[];
  readonly rule?: string;
  readonly record?: RecordInScope;
  readonly place?: Place;
}

/**
 * The catalogue's entry, filled in. An unknown code is said as `RULE`: a refusal never fails for want of words. Where a refusal is
 * about no record, an entry that quotes one is replaced by the built-in words of its code.
 */
export function reason(speaking: MessageContext, code: string, about: ReasonDetails = {}): Reason {
  const { errors } = speaking.specification;
  const entry = Object.hasOwn(errors, code) ? errors[code] : undefined;
  if (!entry) return builtInReason(code, about);
  if (!about.record && quotesRecord(entry)) return { ...builtInReason(code, about), ...answeredAs(entry) };
  if (about.record && tellsHidden(speaking, entry, about.record)) return untold(entry, about);
  const scope = { record: about.record, user: speaking.user, now: speaking.now, with: short(about.with) };
  return {
    code,
    ...answeredAs(entry),
    message: entry.message.render(scope),
    ...(entry.remedy && { remedy: entry.remedy.render(scope) }),
    ...rest(about),
  };
}

/** Whether the entry's words would quote a field that the person may not see, then or now. */
function tellsHidden(
  { entity, hidden, user, now }: MessageContext,
  entry: CatalogueEntry,
  record: RecordInScope,
) {
  const quoted = entity ? fieldsRevealedBy(entry, entity) : [];
  if (quoted.length === 0) return false;
  const also = hiddenFields(entity!, record, user, now);
  return quoted.some((key) => also.has(key) || hidden?.has(key) === true);
}

/** The rule alone is named: its words would tell a value. */
function untold(entry: CatalogueEntry, about: ReasonDetails): Reason {
  const { message, remedy } = builtInReason('RULE', { rule: about.rule ?? entry.code });
  return {
    code: entry.code,
    ...answeredAs(entry),
    message,
    ...(remedy !== undefined && { remedy }),
    ...rest(about),
  };
}

function answeredAs({ kind, declaredStatus }: CatalogueEntry): Pick<Reason, 'kind' | 'declaredStatus'> {
  return { kind, ...(declaredStatus !== undefined && { declaredStatus }) };
}

/** The same where there is no specification to ask: people and roles of the installation. */
export function builtInReason(code: string, about: ReasonDetails = {}): Reason {
  const known: Readonly<Record<string, (typeof BUILT_IN_ERRORS)[keyof typeof BUILT_IN_ERRORS]>> =
    BUILT_IN_ERRORS;
  const entry = (Object.hasOwn(known, code) ? known[code] : undefined) ?? BUILT_IN_ERRORS.RULE;
  const words: MessageParameters = { rule: about.rule ?? '', ...short(about.with) };
  const filled = (text: string) =>
    text.replace(/\{with\.(\w+)\}/g, (_, word: string) =>
      Object.hasOwn(words, word) ? String(words[word] ?? '') : '',
    );
  return {
    code,
    kind: entry.kind,
    message: filled(entry.message),
    remedy: filled(entry.remedy),
    ...rest(about),
  };
}

function rest(about: ReasonDetails): Pick<Reason, 'rule' | 'fields' | 'place'> {
  return {
    ...(about.rule !== undefined && { rule: about.rule }),
    fields: about.fields ?? [],
    ...(about.place && { place: about.place }),
  };
}

const LONGEST_WORD = 200;

/** What somebody typed comes back in messages, but not megabytes of it. */
function short(words: MessageParameters = {}): MessageParameters {
  const cut = ([key, word]: [string, string | number]) =>
    [
      key,
      typeof word === 'string' && word.length > LONGEST_WORD ? `${word.slice(0, LONGEST_WORD)}…` : word,
    ] as const;
  return Object.fromEntries(Object.entries(words).map(cut));
}
