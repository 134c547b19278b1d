import { BUILT_IN_ERRORS, type BuiltInCode } from '../specification/built-in-errors/built-in-errors.js';
import { formatBuiltInMessage, isBuiltInCode } from '../specification/refusal-words/built-in-messages.js';
import { getLanguage, type Language } from '../specification/refusal-words/language.js';
import {
  formatParameters,
  createPhrase,
  type MessageParameters,
  type Phrase,
} from '../specification/refusal-words/phrases.js';
import type {
  ErrorCatalogueEntry,
  Entity,
  Place,
  RecordInScope,
  Specification,
  Template,
} from '../specification/model/specification.js';
import { type Actor, findHiddenFields } from './permissions.js';
import { listRevealedFields, isRecordQuoted } from './evaluate-expressions.js';
import { Refused, type BuiltInWording, type Reason } from './refusal.js';

export interface MessageContext {
  readonly specification: Specification;
  readonly user: Actor;
  readonly now: string;
  readonly entity?: Entity;
  /** Before the command. */
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

export const createReason = (context: MessageContext, code: BuiltInCode, about?: ReasonDetails): Reason =>
  createDeclaredReason(context, code, about);

/** Of a code that a document names. Built-in words if its entry is missing or quotes a missing record. */
export function createDeclaredReason(
  context: MessageContext,
  code: string,
  about: ReasonDetails = {},
): Reason {
  const { errors, locale } = context.specification;
  const language = getLanguage(locale);
  const entry = Object.hasOwn(errors, code) ? errors[code] : undefined;
  const known = isBuiltInCode(code) ? code : 'RULE';
  const createBuiltIn = () => ({ ...createBuiltInReason(known, about, language), code });
  if (!entry) return createBuiltIn();
  if (!about.record && isRecordQuoted(entry)) return { ...createBuiltIn(), ...pickKind(entry) };
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
  { code, message, remedy }: ErrorCatalogueEntry,
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

/** Hidden fields before and after the command count. */
function revealsHiddenField(
  { entity, hidden, user, now }: MessageContext,
  entry: ErrorCatalogueEntry,
  record: RecordInScope,
) {
  const quoted = entity ? listRevealedFields(entry, entity) : [];
  if (quoted.length === 0) return false;
  const also = findHiddenFields(entity!, record, user, now);
  return quoted.some((key) => also.has(key) || hidden?.has(key) === true);
}

/** The rule's words would reveal a value. */
function createConcealedReason(entry: ErrorCatalogueEntry, about: ReasonDetails, language: Language): Reason {
  return {
    code: entry.code,
    ...pickKind(entry),
    ...fillWords('RULE', { rule: about.rule ?? entry.code, ...CONCEALED_PARAMETERS }, language),
    ...pickDetails(about),
  };
}

function pickKind({ kind, declaredStatus }: ErrorCatalogueEntry): Pick<Reason, 'kind' | 'declaredStatus'> {
  return { kind, ...(declaredStatus !== undefined && { declaredStatus }) };
}

export function createBuiltInReason(
  code: BuiltInCode,
  about: ReasonDetails = {},
  language: Language = 'en',
): Reason {
  return {
    code,
    kind: BUILT_IN_ERRORS[code].kind,
    ...fillWords(code, { rule: about.rule ?? '', ...CONCEALED_PARAMETERS, ...about.with }, language),
    ...pickDetails(about),
  };
}

/** `BAD_REQUEST` in the API. */
export const createInvalidEntryReason = (
  sentence: Phrase,
  about: Pick<ReasonDetails, 'fields' | 'place'> = {},
): Reason => ({
  code: 'BAD_REQUEST',
  kind: BUILT_IN_ERRORS.BAD_REQUEST.kind,
  ...fillWords('REQUIRED', { entry: sentence }, 'en'),
  ...pickDetails(about),
});

export const createInvalidEntryRefusal = (field: string, sentence: Phrase): Refused =>
  new Refused([createInvalidEntryReason(sentence, { fields: [field] })]);

export const isInvalidEntryReason = ({ code, wording }: Reason): boolean =>
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
