// What a form at an address is: how what was posted is read, what steers it besides its fields, and what is said when it is done.
import { createPhrase } from '#specification/refusal-words/message-parameters.js';
import { type Form, textInput } from '#web/http/request-body.js';
import { builtInRefusal } from '#web/built-in-refusal.js';
import type { RequestContext } from '#web/requests/request-context.js';
import type { RequestFailure } from '#web/errors/request-failure.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import { choiceSearchesOf, isSearching, type ChoiceSearches } from '#web/http/choice-searches.js';
import { type RecordSubmission } from '#web/requests/record-submission.js';
import { rowEditIn, type RowEdit } from './row-edits.js';

export interface FormRoute {
  /** Throws `Refused` for what cannot be read. */
  readonly read: (form: Form, recordRequest: RecordRequest) => PostedForm;
  readonly notice: (recordRequest: RecordRequest) => string;
  /** The form once more with everything typed, and with what is wrong. Throws what no form can answer. */
  readonly again: (
    exchange: RequestContext,
    recordRequest: RecordRequest,
    unsent: UnsentForm,
  ) => Promise<void>;
}

/** What was posted, sorted: `sent` goes into the command. */
export interface PostedForm {
  readonly id: string;
  readonly sent: RecordSubmission;
  readonly metadata: FormMetadata;
  /** Nothing is to be sent yet: rows are added or taken away, or something is searched for. */
  readonly unfinished: boolean;
}

export interface UnsentForm {
  readonly posted: PostedForm;
  /** undefined: nothing was refused, the form goes on. */
  readonly refusal?: { readonly failure: RequestFailure; readonly error: unknown };
}

/** What a form posts besides its fields: command id, record, base version and settled conflicts. */
export interface FormMetadata {
  readonly commandId: string | undefined;
  /** Version of the record that the form was shown with. */
  readonly seen: number | undefined;
  /** Version whose values the inputs were filled with. */
  readonly formVersion: number | undefined;
  readonly reason: string | undefined;
  /** Only the rows of a table are changed. */
  readonly rowEdit?: RowEdit;
  /** Key of the reference just chosen, whose dependent values are filled in. */
  readonly follow?: string;
  /** What is searched for among choices. */
  readonly searches: ChoiceSearches;
  /** Fields two people changed, and the version at which both values were shown. */
  readonly conflict?: { readonly version: number; readonly fields: readonly string[] };
  /** Field → whose value stands. */
  readonly chosen: ReadonlyMap<string, 'theirs' | 'yours'>;
}

/** Names of hidden inputs. They begin with `_`, which no field does. */
export const HIDDEN_INPUTS = {
  commandId: '_command',
  id: '_id',
  seen: '_seen',
  formVersion: '_form',
  conflictVersion: '_version',
  conflictFields: '_differ',
  /** Fields the person may write and not read: left empty, they stay as they are. */
  unseen: '_unseen',
  /** Digest of what is signed. */
  shown: '_shown',
  /** In which numbers and days of its inputs are written. */
  locale: '_locale',
  /** In which moments of its inputs are written. */
  timeZone: '_zone',
} as const;

/** Name of what the island form-fields sends once a reference is chosen. */
const FOLLOW = '_follow';

/** What the person signs with: never shown again. */
export const SIGNING = { name: '_name', password: '_password' } as const;

/** Address of the page that an action returns to: the one it was taken on. Missing: the record's. */
export const RETURN_TO = '_return';

/** The small forms on a record's own page have no fields, and use plain names. */
const PLAIN = ['commandId', 'seen', 'reason', RETURN_TO];

/** Throws `Refused` BAD_REQUEST where a version is no number. */
export function formMetadataOf(form: Form): FormMetadata {
  const plain = !(HIDDEN_INPUTS.commandId in form);
  const version = form[HIDDEN_INPUTS.conflictVersion];
  const choices = Object.entries(form).filter(([name]) => name.startsWith('choose.'));
  return {
    commandId: plain ? form['commandId'] : form[HIDDEN_INPUTS.commandId],
    seen: versionIn(plain ? form['seen'] : form[HIDDEN_INPUTS.seen]),
    formVersion: versionIn(form[HIDDEN_INPUTS.formVersion]),
    reason: form['reason'] === undefined ? undefined : textInput(form, 'reason'),
    rowEdit: rowEditIn(form['_rows']),
    follow: form[FOLLOW],
    searches: choiceSearchesOf(form),
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
    throw builtInRefusal('BAD_REQUEST', { why: createPhrase('why.version-number') });
  return Number(text);
}

export const isUnfinished = ({ rowEdit, follow, searches }: FormMetadata): boolean =>
  rowEdit !== undefined || follow !== undefined || isSearching(searches);

/** Every difference has been decided on. */
export function areConflictsSettled({ conflict, chosen }: FormMetadata): boolean {
  return conflict !== undefined && conflict.fields.every((field) => chosen.has(field));
}

/** The form without what steers it: what is left are fields. */
export function fieldInputs(form: Form, asksReason: boolean): Form {
  const plain = !(HIDDEN_INPUTS.commandId in form);
  const fields = Object.create(null) as Record<string, string>;
  for (const [name, value] of Object.entries(form)) {
    if (plain && PLAIN.includes(name)) continue;
    if (asksReason && name === 'reason') continue;
    fields[name] = value;
  }
  return fields;
}
