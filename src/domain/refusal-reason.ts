// Creates reasons of refusals in the words of the error catalogue.
import { BUILT_IN_ERRORS, type BuiltInCode } from '../specification/error-catalogue/built-in-errors.js';
import { formatBuiltInMessage, isBuiltInCode } from '../specification/refusal-words/built-in-messages.js';
import { getLanguage, type Language } from '../specification/refusal-words/language.js';
import {
  formatParameters,
  createPhrase,
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

export interface MessageContext {
  readonly specification: Specification;
  readonly user: Actor;
  readonly now: string;
  readonly entity?: Entity;
  /** Fields hidden from the person before the command. */
  readonly hidden?: ReadonlySet<string>;
}

export interface ReasonDetails {
  readonly with?: MessageParameters;
  readonly fields?: readonly string[];
  readonly rule?: string;
  readonly record?: RecordInScope;
  readonly place?: Place;
  readonly conditions?: readonly string[];
}

/**
 * Fills in the entry of the catalogue; `RULE` for an unknown code, built-in words for an entry that quotes a record
 * where there is none.
 */
export function createReason(context: MessageContext, code: string, about: ReasonDetails = {}): Reason {
  const { errors, locale } = context.specification;
  const language = getLanguage(locale);
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
    with: formatParameters(parameters, language),
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

/** Translates the built-in texts; those of the document stay. */
export function translateReason(reason: Reason, language: Language): Reason {
  const { wording } = reason;
  if (!wording) return reason;
  const { message, remedy, parameters } = wording;
  return {
    ...reason,
    ...(message && { message: formatBuiltInMessage(message, parameters, language).message }),
    ...(remedy && { remedy: formatBuiltInMessage(remedy, parameters, language).remedy ?? '' }),
  };
}

/** Whether the message would quote a hidden field, before or after the command. */
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

/** Names the rule only, because its words would reveal a value. */
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

/** An invalid input of a system form; `BAD_REQUEST` in the API. */
export const createEntryReason = (
  sentence: Phrase,
  about: Pick<ReasonDetails, 'fields' | 'place'> = {},
): Reason => ({
  code: 'BAD_REQUEST',
  kind: BUILT_IN_ERRORS.BAD_REQUEST.kind,
  ...fillWords('REQUIRED', { entry: sentence }, 'en'),
  ...pickDetails(about),
});

export const createInvalidEntry = (field: string, sentence: Phrase): Refused =>
  new Refused([createEntryReason(sentence, { fields: [field] })]);

export const isEntryReason = ({ code, wording }: Reason): boolean =>
  code === 'BAD_REQUEST' && wording?.message === 'REQUIRED';

const CONCEALED_PARAMETERS: MessageParameters = { needed: createPhrase('rule.see') };

function fillWords(
  code: BuiltInCode,
  parameters: MessageParameters,
  language: Language,
): Pick<Reason, 'message' | 'remedy' | 'wording'> {
  const words = formatBuiltInMessage(code, parameters, language);
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
