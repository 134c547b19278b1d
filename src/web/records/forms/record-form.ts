import { v7 as uuid } from 'uuid';
import type { RecordInput } from '#domain/record/record-commands.js';
import { type Form, readForm, readTextInput } from '#web/http/request-body.js';
import { createBuiltInRefusal } from '#web/create-built-in-refusal.js';
import type { FormContext, QueryContext, RequestContext } from '#web/requests/request-context.js';
import { type RecordRequest, getRequestedAction } from '#web/requests/record-request.js';
import { isRecordId } from '#domain/stream-names.js';
import type { FormDefinition } from './form-definition.js';
import type { RecordSubmission } from '#web/requests/record-submission.js';
import {
  HIDDEN_INPUTS,
  SIGNATURE_INPUTS,
  withoutFormMetadata,
  formMetadataOf,
  isUnfinished,
  areConflictsSettled,
  type FormMetadata,
  type FormProcessor,
  type PostedForm,
  type UnsentForm,
} from './form-processor.js';
import { buildActionForm, buildEditRecordForm, buildOpenRecordForm } from './build-record-forms.js';
import { createPhrase } from '#specification/refusal-words/phrases.js';
import type { Field } from '#specification/model/specification.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import { fillFieldsFromReference } from './fill-fields-from-reference.js';
import { readFormNotation } from './form-notation.js';
import { withRowEdit } from './row-edits.js';
import { showForm } from './form-pages.js';
import { displayRecordName } from '#web/display/record-name.js';
import { displayRefusals } from '#web/errors/displayed-refusals.js';
import { FindRecord } from '#query-handling/records/records-view.js';
import { goTo, type Answer } from '#web/rendering/answers.js';

interface RecordForm extends FormProcessor {
  readonly page: (reading: FormContext, recordRequest: RecordRequest) => Promise<Answer>;
}

/** `id`: of the new record. */
type KindOf = (
  context: QueryContext,
  recordRequest: RecordRequest,
  id?: string,
) => FormDefinition | Promise<FormDefinition>;

function recordForm(kindOf: KindOf, notice: FormProcessor['notice']): RecordForm {
  return {
    page: async (reading, recordRequest) =>
      showForm(reading, { recordRequest, kind: await kindOf(reading, recordRequest) }),
    read: readRecordForm,
    notice,
    again: (exchange, recordRequest, unsent) => again(exchange, recordRequest, unsent, kindOf),
  };
}

export const OPEN_FORM_PROCESSOR = recordForm(buildOpenRecordForm, ({ entity, t }) =>
  t('form.opened', { entity: entity.title }),
);

export const EDIT_FORM_PROCESSOR = recordForm(buildEditRecordForm, ({ t }) => t('form.saved'));

export const ACTION_FORM_PROCESSOR = recordForm(buildActionForm, ({ entity, route, t }) => {
  const action = entity.lifecycle.actions.find(({ key }) => key === route.action);
  if (action?.done === undefined) return t('form.recorded', { action: action?.title ?? route.action ?? '' });
  return `${action.done.charAt(0).toUpperCase()}${action.done.slice(1)}.`;
});

async function again(
  exchange: RequestContext,
  requested: RecordRequest,
  { posted, refusal }: UnsentForm,
  kindOf: KindOf,
): Promise<Answer> {
  // Re-render in the notation of the posted form.
  const recordRequest = { ...requested, ...readFormNotation(readForm(exchange.request), requested) };
  const failure = refusal?.failure;
  // A button on the record's page posts no input that could be lost.
  const isForm = HIDDEN_INPUTS.commandId in readForm(exchange.request);
  if (refusal && !isForm && refusal.failure.differences.length === 0)
    return returnRefused(exchange, recordRequest, refusal);
  const kind = await kindOf(exchange, recordRequest, posted.id);
  const { sent, metadata } = posted;
  const { input: typed = {} } = sent;
  const reference = metadata.follow;
  const input =
    reference === undefined
      ? typed
      : await fillFieldsFromReference(exchange, recordRequest, { kind, input: typed, reference });
  return showForm(exchange, { recordRequest, kind, posted: { input, metadata, failure } });
}

/** In words on the page of the button; rethrows what the error page answers better. */
async function returnRefused(
  { queries }: QueryContext,
  recordRequest: RecordRequest,
  { failure: { kind, reasons }, error }: NonNullable<UnsentForm['refusal']>,
): Promise<Answer> {
  const { entity, route, returnTo, t } = recordRequest;
  // The error page offers to send it again.
  if (returnTo === undefined || kind === 'unavailable' || kind === 'too often') throw error;
  const found = await queries.execute(new FindRecord(recordRequest, route.id!)).catch(() => undefined);
  const record = (found && displayRecordName(found.visible)) || entity.title;
  const sentences = displayRefusals(reasons).flatMap(({ message, remedy }) => [message, remedy ?? '']);
  const why = sentences.filter((sentence) => sentence !== '').join(' ');
  return goTo(returnTo, { refusal: t('form.notDone', { record, why }) });
}

function readRecordForm(form: Form, recordRequest: RecordRequest): PostedForm {
  const metadata = formMetadataOf(form);
  const asksReason =
    recordRequest.route.kind === 'action' && getRequestedAction(recordRequest).reason !== 'none';
  const input = readRecordInput(withoutFormMetadata(form, asksReason), recordRequest.entity.fields);
  const id = recordRequest.route.id ?? form[HIDDEN_INPUTS.id] ?? uuid();
  if (!isRecordId(id)) throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.id') });
  const { reason } = metadata;
  const sent = {
    input: withRowEdit(withoutTheirs(input, metadata), metadata.rowEdit),
    ...writtenIn(form, recordRequest),
    baseVersion: baseVersionOf(metadata),
    ...(metadata.formVersion !== undefined && { formVersion: metadata.formVersion }),
    ...(reason !== undefined && { reason }),
    ...signatureIn(form),
  } as const;
  return { id, metadata, unfinished: isUnfinished(metadata), sent };
}

/** Forms without a zone must resubmit as the same command. */
function writtenIn(form: Form, recordRequest: RecordRequest): Pick<RecordSubmission, 'locale' | 'timeZone'> {
  const { locale, timeZone } = readFormNotation(form, recordRequest);
  return { locale, ...(HIDDEN_INPUTS.timeZone in form && { timeZone }) };
}

function signatureIn(form: Form): Pick<RecordSubmission, 'signature'> {
  const shown = form[HIDDEN_INPUTS.shown];
  if (shown === undefined) return {};
  const given = {
    name: form[SIGNATURE_INPUTS.name] ?? '',
    password: form[SIGNATURE_INPUTS.password] ?? '',
    code: form[SIGNATURE_INPUTS.code] ?? '',
  };
  return { signature: { ...given, shown } };
}

/** Where the other person's value was chosen, ours is withdrawn. */
function withoutTheirs(input: RecordInput, { chosen }: FormMetadata): RecordInput {
  const own = Object.entries(input).filter(([key]) => chosen.get(key) !== 'theirs');
  return own.length === Object.keys(input).length ? input : Object.fromEntries(own);
}

const baseVersionOf = (metadata: FormMetadata): number | undefined =>
  areConflictsSettled(metadata) ? metadata.conflict?.version : metadata.baseVersion;

/** `lines.0.price` */
const CELL = /^([^.]+)\.(\d{1,9})\.([^.]+)$/;
/** `<input>.<index>`: a new reference, or the hash of an existing file. */
const FILE = /^([^.]+)\.(\d{1,9})$/;
const CHOICE = 'choose.';

type TypedRow = Record<string, string>;

/** Unknown names are passed on, for the domain to refuse. */
export function readRecordInput(form: Form, fields: readonly Field[]): RecordInput {
  const unreadable = (form[HIDDEN_INPUTS.unseen] ?? '').split(' ');
  const input = new Map<string, unknown>();
  const tables = new Map<string, Map<number, TypedRow>>();
  const withFiles = new Set(fields.filter(hasFiles).map(({ key }) => key));
  for (const name of Object.keys(form)) {
    if (name.startsWith('_') && !name.startsWith('__')) continue;
    if (name.startsWith(CHOICE)) continue;
    const cell = CELL.exec(name);
    if (withFiles.has(inputOf(name))) addFile(input, name, readTextInput(form, name));
    else if (cell) setCell(tables, [cell[1]!, Number(cell[2]), cell[3]!], readTextInput(form, name));
    else input.set(name, readTextInput(form, name));
  }
  for (const [key, rows] of tables) {
    input.set(key, inOrder(rows));
  }
  for (const key of unreadable) if (isEmpty(input.get(key))) input.delete(key);
  return fromEntries(input);
}

const inputOf = (name: string): string => FILE.exec(name)?.[1] ?? name;

const isEmpty = (sent: unknown): boolean => sent === '' || (Array.isArray(sent) && sent.length === 0);

/** An empty value stands for no files. */
function addFile(input: Map<string, unknown>, name: string, value: string): void {
  const key = inputOf(name);
  const before = (input.get(key) as readonly string[] | undefined) ?? [];
  input.set(key, value === '' ? before : [...before, value]);
}

function setCell(
  tables: Map<string, Map<number, TypedRow>>,
  [table, index, column]: readonly [string, number, string],
  value: string,
): void {
  const rows = tables.get(table) ?? new Map<number, TypedRow>();
  const row = rows.get(index) ?? (Object.create(null) as TypedRow);
  row[column] = value;
  tables.set(table, rows.set(index, row));
}

const inOrder = (rows: Map<number, TypedRow>): TypedRow[] =>
  [...rows].sort(([one], [other]) => one - other).map(([, row]) => row);

/** Safe for keys such as `__proto__`. */
function fromEntries(entries: Map<string, unknown>): RecordInput {
  const input = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of entries) input[key] = value;
  return input;
}
