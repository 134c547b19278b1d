import { createPhrase } from '#specification/refusal-words/phrases.js';
import { type Form, readTextInput } from '#web/http/request-body.js';
import { createBuiltInRefusal } from '#web/create-built-in-refusal.js';
import type { Answer } from '#web/rendering/answers.js';
import type { RequestContext } from '#web/requests/request-context.js';
import type { RequestFailure } from '#web/errors/request-failure.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import { readChoiceSearches, isSearching, type ChoiceSearches } from '#web/http/posted-choice-searches.js';
import { type RecordSubmission } from '#web/requests/record-submission.js';
import { rowEditIn, type RowEdit } from './row-edits.js';

export interface FormProcessor {
  /** Throws `Refused` for unreadable input. */
  readonly read: (form: Form, recordRequest: RecordRequest) => PostedForm;
  readonly notice: (recordRequest: RecordRequest) => string;
  /** Re-renders with everything typed and the errors. Rethrows failures that no form can show. */
  readonly again: (
    exchange: RequestContext,
    recordRequest: RecordRequest,
    unsent: UnsentForm,
  ) => Promise<Answer>;
}

/** `sent` goes into the command. */
export interface PostedForm {
  readonly id: string;
  readonly sent: RecordSubmission;
  readonly metadata: FormMetadata;
  /** Posted to edit rows or search, not to save. */
  readonly unfinished: boolean;
}

export interface UnsentForm {
  readonly posted: PostedForm;
  /** undefined: an intermediate post. */
  readonly refusal?: { readonly failure: RequestFailure; readonly error: unknown };
}

export interface FormMetadata {
  readonly commandId: string | undefined;
  /** Version of the record that the form was shown with. */
  readonly baseVersion: number | undefined;
  /** Version whose values the inputs were filled with. */
  readonly formVersion: number | undefined;
  readonly reason: string | undefined;
  readonly rowEdit?: RowEdit;
  /** Reference just chosen, whose dependent values are to be filled in. */
  readonly follow?: string;
  readonly searches: ChoiceSearches;
  /** Fields two people changed, and the version at which both values were shown. */
  readonly conflict?: { readonly version: number; readonly fields: readonly string[] };
  /** Field → the value to store. */
  readonly chosen: ReadonlyMap<string, 'theirs' | 'yours'>;
}

/** The prefix `_` cannot clash with a field. */
export const HIDDEN_INPUTS = {
  commandId: '_command',
  id: '_id',
  baseVersion: '_seen',
  formVersion: '_form',
  conflictVersion: '_version',
  conflictFields: '_differ',
  /** Writable but unreadable fields: blank leaves them unchanged. */
  unseen: '_unseen',
  /** Digest of what is signed. */
  shown: '_shown',
  /** Notation of numbers and days in the inputs. */
  locale: '_locale',
  /** Zone of instants in the inputs. */
  timeZone: '_zone',
} as const;

/** Sent by the island form-autofill when a reference is chosen. */
const FOLLOW = '_follow';

/** Credentials, which are never rendered again. */
export const SIGNATURE_INPUTS = { name: '_name', password: '_password', code: '_code' } as const;

/** Forms on a record's page have no fields, so their names cannot clash. */
const PLAIN = ['commandId', 'seen', 'reason'];

/** Throws `Refused` BAD_REQUEST for a version that is no number. */
export function formMetadataOf(form: Form): FormMetadata {
  const plain = !(HIDDEN_INPUTS.commandId in form);
  const version = form[HIDDEN_INPUTS.conflictVersion];
  const choices = Object.entries(form).filter(([name]) => name.startsWith('choose.'));
  return {
    commandId: plain ? form['commandId'] : form[HIDDEN_INPUTS.commandId],
    baseVersion: versionIn(plain ? form['seen'] : form[HIDDEN_INPUTS.baseVersion]),
    formVersion: versionIn(form[HIDDEN_INPUTS.formVersion]),
    reason: form['reason'] === undefined ? undefined : readTextInput(form, 'reason'),
    rowEdit: rowEditIn(form['_rows']),
    follow: form[FOLLOW],
    searches: readChoiceSearches(form),
    ...(version !== undefined && {
      conflict: {
        version: versionIn(version) ?? 0,
        fields: (form[HIDDEN_INPUTS.conflictFields] ?? '').split(' '),
      },
    }),
    chosen: new Map(
      choices.map(([name, whose]) => [name.slice('choose.'.length), whose === 'theirs' ? 'theirs' : 'yours']),
    ),
  };
}

function versionIn(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,10}$/.test(text))
    throw createBuiltInRefusal('BAD_REQUEST', { why: createPhrase('why.version-number') });
  return Number(text);
}

export const isUnfinished = ({ rowEdit, follow, searches }: FormMetadata): boolean =>
  rowEdit !== undefined || follow !== undefined || isSearching(searches);

export function areConflictsSettled({ conflict, chosen }: FormMetadata): boolean {
  return conflict !== undefined && conflict.fields.every((field) => chosen.has(field));
}

/** Drops metadata. */
export function withoutFormMetadata(form: Form, asksReason: boolean): Form {
  const plain = !(HIDDEN_INPUTS.commandId in form);
  const fields = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(form)) {
    if (plain && PLAIN.includes(name)) continue;
    if (asksReason && name === 'reason') continue;
    fields[name] = value;
  }
  return fields;
}
