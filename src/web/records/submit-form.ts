// A posted form: read, sent as its command, and shown again with everything typed where it is refused.
import { seeOther } from '../after-write.js';
import { contextOf } from '../commands.js';
import type { Exchange } from '../exchange.js';
import { failureOf, type RequestFailure } from '../failure.js';
import { formOf } from '../form.js';
import type { FormRoute, PostedForm } from '../forms/form-route.js';
import type { RefusedFile } from '#specification/field-types/uploaded-file.js';
import { receiveFiles } from './files-of-form.js';
import { readable } from '../readable.js';
import type { RecordRequest } from '../record-request.js';
import { commandOf, type WriteKind } from '../record-writes.js';
import { recordHref } from '../routes.js';
import { signingOf } from '../signing.js';

export async function submitForm(
  exchange: Exchange,
  asked: RecordRequest,
  { kind, form }: { readonly kind: WriteKind; readonly form: FormRoute },
): Promise<void> {
  const { commands, request, response } = exchange;
  const { specification, entity, route } = asked;
  const notTaken = await receiveFiles(exchange, asked, kind);
  const read = () => form.read(formOf(request), asked);
  const posted = await withFiles(
    exchange,
    asked,
    route.id === undefined ? read() : await readable(exchange, asked, route.id, read),
    notTaken,
  );
  if (posted.moreRows) return form.again(exchange, asked, { posted });
  const { id, sent, metadata } = posted;
  try {
    const context = contextOf(request, metadata.commandId);
    const signing = await signingOf(exchange, asked, sent.signature);
    const about = { kind, id, context, ...(signing && { signing }) };
    const written = await commands.send(commandOf(asked, about, sent));
    const href = recordHref(specification, entity.key, id);
    seeOther(response, href, { notice: form.notice(asked), written });
  } catch (error) {
    const failure = failureOf(error);
    if (failure.unforeseen || isElsewhere(failure)) throw error;
    await form.again(exchange, asked, { posted, refusal: { failure, error } });
  }
}

async function withFiles(
  { uploads }: Exchange,
  asked: RecordRequest,
  posted: PostedForm,
  notTaken: ReadonlyMap<string, RefusedFile>,
): Promise<PostedForm> {
  const { input } = posted.sent;
  return input
    ? { ...posted, sent: { ...posted.sent, input: await uploads.in(asked, input, notTaken) } }
    : posted;
}

/** Refusals no form can answer. */
const isElsewhere = ({ kind }: RequestFailure): boolean => kind === 'not signed in' || kind === 'not found';
