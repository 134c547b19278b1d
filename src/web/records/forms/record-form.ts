// The forms of records: opening one, changing it, and what an action asks for.
import { v7 as uuid } from 'uuid';
import type { RecordInput } from '#domain/record/record-commands.js';
import { type Form, readForm, textInput } from '#web/http/request-body.js';
import { builtInRefusal } from '#web/built-in-refusal.js';
import type { RequestContext, PageContext } from '#web/requests/request-context.js';
import { type RecordRequest, requestedAction } from '#web/requests/record-request.js';
import { isId } from '#web/addresses/page-addresses.js';
import type { FormKind } from './form-kind.js';
import type { RecordSubmission } from '#web/requests/record-submission.js';
import {
  HIDDEN_INPUTS,
  SIGNING,
  fieldInputs,
  formMetadataOf,
  isUnfinished,
  areConflictsSettled,
  type FormMetadata,
  type FormRoute,
  type PostedForm,
  type UnsentForm,
} from './form-route.js';
import { actionForm, editForm, openForm } from './offered-form.js';
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import type { Field } from '#specification/model/specification.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import { withFollowedValues } from './followed-values.js';
import { formNotation } from './form-manner.js';
import { withRowEdit } from './row-edits.js';
import { showForm } from './form-pages.js';

interface RecordForm extends FormRoute {
  /** Before anything is typed. */
  readonly page: (reading: PageContext, recordRequest: RecordRequest) => Promise<void>;
}

/** `id`: of the record to be. */
type KindOf = (
  sources: PageContext['sources'],
  recordRequest: RecordRequest,
  id?: string,
) => FormKind | Promise<FormKind>;

function recordForm(kindOf: KindOf, notice: FormRoute['notice']): RecordForm {
  return {
    page: async (reading, recordRequest) =>
      showForm(reading, { recordRequest, kind: await kindOf(reading.sources, recordRequest) }),
    read: readRecordForm,
    notice,
    again: (exchange, recordRequest, unsent) => again(exchange, recordRequest, unsent, kindOf),
  };
}

export const OPEN_FORM = recordForm(openForm, ({ entity, t }) => t('form.opened', { entity: entity.title }));

export const EDIT_FORM = recordForm(editForm, ({ t }) => t('form.saved'));

export const ACTION_FORM = recordForm(actionForm, ({ entity, route, t }) => {
  const action = entity.lifecycle.actions.find(({ key }) => key === route.action);
  if (action?.done === undefined) return t('form.recorded', { action: action?.title ?? route.action ?? '' });
  return `${action.done.charAt(0).toUpperCase()}${action.done.slice(1)}.`;
});

async function again(
  exchange: RequestContext,
  requested: RecordRequest,
  { posted, refusal }: UnsentForm,
  kindOf: KindOf,
): Promise<void> {
  // What was typed stands in the form again as it was typed, and so does all else.
  const recordRequest = { ...requested, ...formNotation(readForm(exchange.request), requested) };
  const failure = refusal?.failure;
  // A button on the record's own page: nothing was typed that could be lost, unless there is something to look at.
  const isForm = HIDDEN_INPUTS.commandId in readForm(exchange.request);
  if (refusal && !isForm && refusal.failure.differences.length === 0) throw refusal.error;
  const kind = await kindOf(exchange.sources, recordRequest, posted.id);
  const { sent, metadata } = posted;
  const { input: typed = {} } = sent;
  const reference = metadata.follow;
  const input =
    reference === undefined
      ? typed
      : await withFollowedValues(exchange.sources, recordRequest, { kind, input: typed, reference });
  await showForm(exchange, { recordRequest, kind, posted: { input, metadata, failure } });
}

function readRecordForm(form: Form, recordRequest: RecordRequest): PostedForm {
  const metadata = formMetadataOf(form);
  const asksReason =
    recordRequest.route.kind === 'action' && requestedAction(recordRequest).reason !== 'none';
  const input = typedInput(fieldInputs(form, asksReason), recordRequest.entity.fields);
  const id = recordRequest.route.id ?? form[HIDDEN_INPUTS.id] ?? uuid();
  if (!isId(id)) throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.id') });
  const { reason } = metadata;
  const sent = {
    input: withRowEdit(withoutTheirs(input, metadata), metadata.rowEdit),
    ...writtenIn(form, recordRequest),
    seen: seenIn(metadata),
    ...(metadata.formVersion !== undefined && { formVersion: metadata.formVersion }),
    ...(reason !== undefined && { reason }),
    ...signatureIn(form),
  } as const;
  return { id, metadata, unfinished: isUnfinished(metadata), sent };
}

/** Forms of earlier versions name no zone: what one of them sends again stays the same command. */
function writtenIn(form: Form, recordRequest: RecordRequest): Pick<RecordSubmission, 'locale' | 'timeZone'> {
  const { locale, timeZone } = formNotation(form, recordRequest);
  return { locale, ...(HIDDEN_INPUTS.timeZone in form && { timeZone }) };
}

/** Only a form that shows what is signed has it. */
function signatureIn(form: Form): Pick<RecordSubmission, 'signature'> {
  const shown = form[HIDDEN_INPUTS.shown];
  if (shown === undefined) return {};
  const given = { name: form[SIGNING.name] ?? '', password: form[SIGNING.password] ?? '' };
  return { signature: { ...given, shown } };
}

/** Where the other one's value was chosen, ours is taken back. */
function withoutTheirs(input: RecordInput, { chosen }: FormMetadata): RecordInput {
  const kept = Object.entries(input).filter(([key]) => chosen.get(key) !== 'theirs');
  return kept.length === Object.keys(input).length ? input : Object.fromEntries(kept);
}

const seenIn = (metadata: FormMetadata): number | undefined =>
  areConflictsSettled(metadata) ? metadata.conflict?.version : metadata.seen;

/** `lines.0.price` */
const CELL = /^([^.]+)\.(\d{1,9})\.([^.]+)$/;
/** One of the files of an input: a reference, or the hash of one that is there. */
const FILE = /^([^.]+)\.(\d{1,9})$/;
const CHOICE = 'choose.';

type TypedRow = Record<string, string>;

/**
 * A posted form → the input of a command: everything typed, by field. Names are field keys, `lines.0.price` is a cell; names that begin
 * with `_` steer the form. Rows keep their order and lose the gaps between them. Names no form of ours has are
 * handed on all the same, for the domain to refuse.
 */
export function typedInput(form: Form, fields: readonly Field[]): RecordInput {
  const keptWhenEmpty = (form[HIDDEN_INPUTS.unseen] ?? '').split(' ');
  const input = new Map<string, unknown>();
  const tables = new Map<string, Map<number, TypedRow>>();
  const withFiles = new Set(fields.filter(hasFiles).map(({ key }) => key));
  for (const name of Object.keys(form)) {
    if (name.startsWith('_') && !name.startsWith('__')) continue;
    if (name.startsWith(CHOICE)) continue;
    const cell = CELL.exec(name);
    if (withFiles.has(inputOf(name))) addFile(input, name, textInput(form, name));
    else if (cell) setCell(tables, [cell[1]!, Number(cell[2]), cell[3]!], textInput(form, name));
    else input.set(name, textInput(form, name));
  }
  for (const [key, rows] of tables) {
    input.set(key, inOrder(rows));
  }
  for (const key of keptWhenEmpty) if (isEmpty(input.get(key))) input.delete(key);
  return fromEntries(input);
}

const inputOf = (name: string): string => FILE.exec(name)?.[1] ?? name;

const isEmpty = (sent: unknown): boolean => sent === '' || (Array.isArray(sent) && sent.length === 0);

/** An input without any says that there are none. */
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

/** An object that holds even a key like `__proto__` as nothing but a key. */
function fromEntries(entries: Map<string, unknown>): RecordInput {
  const input = Object.create(null) as Record<string, unknown>;
  for (const [key, value] of entries) input[key] = value;
  return input;
}
