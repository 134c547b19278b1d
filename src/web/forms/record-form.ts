// The forms of records: opening one, changing it, and what an action asks for.
import { v7 as uuid } from 'uuid';
import type { RecordInput } from '#domain/record/record-commands.js';
import type { Form } from '../body.js';
import { refused } from '../built-in.js';
import type { Exchange, ReadExchange } from '../exchange.js';
import { formOf } from '../form.js';
import type { RecordRequest } from '../record-request.js';
import { isId } from '../routes.js';
import type { FormKind } from './form-kind.js';
import type { RecordSubmission } from '../record-writes.js';
import { HIDDEN, SIGNING, fieldInputs, formMetadataOf, settled, type FormMetadata } from './form-metadata.js';
import { showForm } from './form-pages.js';
import type { FormRoute, PostedForm, UnsentForm } from './form-route.js';
import { actionForm, requestedAction, editForm, openForm } from './forms.js';
import { typedInput } from './typed-input.js';

interface RecordForm extends FormRoute {
  /** As nobody has typed into it. */
  readonly page: (reading: ReadExchange, asked: RecordRequest) => Promise<void>;
}

/** `id`: of the record to be. */
type KindOf = (
  sources: ReadExchange['sources'],
  asked: RecordRequest,
  id?: string,
) => FormKind | Promise<FormKind>;

function recordForm(kindOf: KindOf, notice: FormRoute['notice']): RecordForm {
  return {
    page: async (reading, asked) => showForm(reading, { asked, kind: await kindOf(reading.sources, asked) }),
    read: readForm,
    notice,
    again: (exchange, asked, unsent) => again(exchange, asked, unsent, kindOf),
  };
}

export const OPEN_FORM = recordForm(openForm, ({ entity }) => `${entity.title} is opened.`);

export const EDIT_FORM = recordForm(editForm, () => 'Saved.');

export const ACTION_FORM = recordForm(actionForm, ({ entity, route }) => {
  const title = entity.lifecycle.actions.find(({ key }) => key === route.action)?.title ?? route.action;
  return `Done: ${title}.`;
});

async function again(
  exchange: Exchange,
  asked: RecordRequest,
  { posted, refusal }: UnsentForm,
  kindOf: KindOf,
): Promise<void> {
  const failure = refusal?.failure;
  // A button on the record's own page: nothing was typed that could be lost, unless there is something to look at.
  const typed = HIDDEN.commandId in formOf(exchange.request);
  if (refusal && !typed && refusal.failure.differences.length === 0) throw refusal.error;
  const kind = await kindOf(exchange.sources, asked, posted.id);
  const { sent, metadata } = posted;
  await showForm(exchange, { asked, kind, posted: { input: sent.input ?? {}, metadata, failure } });
}

function readForm(form: Form, asked: RecordRequest): PostedForm {
  const metadata = formMetadataOf(form);
  const asksReason = asked.route.kind === 'action' && requestedAction(asked).reason !== 'none';
  const input = typedInput(fieldInputs(form, asksReason), asked.entity.fields);
  const id = asked.route.id ?? form[HIDDEN.id] ?? uuid();
  if (!isId(id)) throw refused('BAD_REQUEST', { why: 'the id in it is none' });
  const { reason, moreRows } = metadata;
  const sent = {
    input: withoutTheirs(input, metadata),
    notation: 'locale',
    seen: seenIn(metadata),
    ...(reason !== undefined && { reason }),
    ...signatureIn(form),
  } as const;
  return { id, metadata, moreRows, sent };
}

/** Only a form that shows what is signed has it. */
function signatureIn(form: Form): Pick<RecordSubmission, 'signature'> {
  const shown = form[HIDDEN.shown];
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
  settled(metadata) ? metadata.conflict?.version : metadata.seen;
