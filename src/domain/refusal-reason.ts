// Says why not, in the words of the catalogue: the one place where reasons of a refusal are made.
import { BUILT_IN_ERRORS, type BuiltInCode } from '../specification/error-catalogue/built-in-errors.js';
import { filledWords, isBuiltInCode } from '../specification/refusal-words/built-in-messages.js';
import { languageOf, type Language } from '../specification/refusal-words/language.js';
import {
  parametersIn,
  phrase,
  type MessageParameters,
  type Phrase,
} from '../specification/refusal-words/message-parameters.js';
import type {
  CatalogueEntry,
  Entity,
  Place,
  RecordInScope,
  Specification,
  Template,
} from '../specification/model/specification.js';
import { type Actor, findHiddenFields } from './permissions.js';
import { listRevealedFields, quotesRecord } from './evaluate-expressions.js';
import { Refused, type BuiltInWording, type Reason } from './refusal.js';

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
  /** Conditions of the document that it tells in words, as they are written there. */
  readonly conditions?: readonly string[];
}

/**
 * The catalogue's entry, filled in. An unknown code is said as `RULE`: a refusal never fails for want of words. Where a refusal is
 * about no record, an entry that quotes one is replaced by the built-in words of its code.
 */
export function createReason(context: MessageContext, code: string, about: ReasonDetails = {}): Reason {
  const { errors, locale } = context.specification;
  const language = languageOf(locale);
  const entry = Object.hasOwn(errors, code) ? errors[code] : undefined;
  if (!entry) return createBuiltInReason(code, about, language);
  if (!about.record && quotesRecord(entry))
    return { ...createBuiltInReason(code, about, language), ...pickKind(entry) };
  if (about.record && revealsHiddenField(context, entry, about.record))
    return createConcealedReason(entry, about, language);
  const parameters = about.with ?? {};
  const scope = {
    record: about.record,
    user: context.user,
    now: context.now,
    with: parametersIn(parameters, language),
  };
  return {
    code,
    ...pickKind(entry),
    message: entry.message.render(scope),
    ...(entry.remedy && { remedy: entry.remedy.render(scope) }),
    ...pickBuiltInWording(entry, parameters),
    ...pickDetails(about),
  };
}

/** Which of its texts are Daybook's own: they stand nowhere in the document. */
function pickBuiltInWording(
  { code, message, remedy }: CatalogueEntry,
  parameters: MessageParameters,
): { readonly wording?: BuiltInWording } {
  if (!isBuiltInCode(code)) return {};
  const isBuiltIn = (text: Template | undefined) => text !== undefined && text.place === undefined;
  const wording = {
    parameters,
    ...(isBuiltIn(message) && { message: code }),
    ...(isBuiltIn(remedy) && { remedy: code }),
  };
  return 'message' in wording || 'remedy' in wording ? { wording } : {};
}

/** The reason as it is told in that language; what the document says in its own words stays as it is written. */
export function translateReason(reason: Reason, language: Language): Reason {
  const { wording } = reason;
  if (!wording) return reason;
  const { message, remedy, parameters } = wording;
  return {
    ...reason,
    ...(message && { message: filledWords(message, parameters, language).message }),
    ...(remedy && { remedy: filledWords(remedy, parameters, language).remedy ?? '' }),
  };
}

/** Whether the entry's words would quote a field that the person may not see, then or now. */
function revealsHiddenField(
  { entity, hidden, user, now }: MessageContext,
  entry: CatalogueEntry,
  record: RecordInScope,
) {
  const quoted = entity ? listRevealedFields(entry, entity) : [];
  if (quoted.length === 0) return false;
  const also = findHiddenFields(entity!, record, user, now);
  return quoted.some((key) => also.has(key) || hidden?.has(key) === true);
}

/** The rule alone is named: its words would tell a value. */
function createConcealedReason(entry: CatalogueEntry, about: ReasonDetails, language: Language): Reason {
  return {
    code: entry.code,
    ...pickKind(entry),
    ...fillWords('RULE', { rule: about.rule ?? entry.code, ...CONCEALED_PARAMETERS }, language),
    ...pickDetails(about),
  };
}

function pickKind({ kind, declaredStatus }: CatalogueEntry): Pick<Reason, 'kind' | 'declaredStatus'> {
  return { kind, ...(declaredStatus !== undefined && { declaredStatus }) };
}

/** The same where there is no specification to ask: people and roles of the installation. */
export function createBuiltInReason(
  code: string,
  about: ReasonDetails = {},
  language: Language = 'en',
): Reason {
  const known = isBuiltInCode(code) ? code : 'RULE';
  return {
    code,
    kind: BUILT_IN_ERRORS[known].kind,
    ...fillWords(known, { rule: about.rule ?? '', ...CONCEALED_PARAMETERS, ...about.with }, language),
    ...pickDetails(about),
  };
}

/** What is wrong at an input of a form of Daybook's own, as a whole sentence of the catalogue; for programs it is a `BAD_REQUEST`. */
export const createEntryReason = (
  sentence: Phrase,
  about: Pick<ReasonDetails, 'fields' | 'place'> = {},
): Reason => ({
  code: 'BAD_REQUEST',
  kind: BUILT_IN_ERRORS.BAD_REQUEST.kind,
  ...fillWords('REQUIRED', { entry: sentence }, 'en'),
  ...pickDetails(about),
});

/** The refusal of one input of such a form. */
export const createInvalidEntry = (field: string, sentence: Phrase): Refused =>
  new Refused([createEntryReason(sentence, { fields: [field] })]);

/** Whether its message is a sentence about an input, not that a request cannot be read. */
export const isEntryReason = ({ code, wording }: Reason): boolean =>
  code === 'BAD_REQUEST' && wording?.message === 'REQUIRED';

/** Of a rule or a condition whose words are not told. */
const CONCEALED_PARAMETERS: MessageParameters = { needed: phrase('rule.see') };

function fillWords(
  code: BuiltInCode,
  parameters: MessageParameters,
  language: Language,
): Pick<Reason, 'message' | 'remedy' | 'wording'> {
  const words = filledWords(code, parameters, language);
  const hasRemedy = words.remedy !== undefined;
  return { ...words, wording: { parameters, message: code, ...(hasRemedy && { remedy: code }) } };
}

function pickDetails(about: ReasonDetails): Pick<Reason, 'rule' | 'fields' | 'place' | 'conditions'> {
  return {
    ...(about.rule !== undefined && { rule: about.rule }),
    fields: about.fields ?? [],
    ...(about.place && { place: about.place }),
    ...(about.conditions && about.conditions.length > 0 && { conditions: about.conditions }),
  };
}
