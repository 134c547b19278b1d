// A call that writes: read, sent as its command, and answered with what became of it.
import { v7 as uuid } from 'uuid';
import { setLocation } from '../addresses/local-address.js';
import { sendWritten } from '../json/record-answers.js';
import { readWriteBody } from '../json/record-bodies.js';
import { commandIdIn, recordIdOf, versionIn } from '../json/version-headers.js';
import { apiHref } from '../json/record-json.js';
import { type RecordRequest } from '../requests/record-request.js';
import type { RequestContext } from '../requests/request-context.js';
import {
  requireReadable,
  createRecordCommand,
  type RecordSubmission,
  type WriteKind,
  confirmSignature,
} from '../requests/record-submission.js';
import type { WriteCall } from '../records/route-table.js';
import { createCommandContext } from '../authorization/commands.js';

interface ApiWrite {
  readonly kind: WriteKind;
  readonly call: WriteCall;
}

/** Errors of the request are returned only to those who may read the record. */
export async function writeByApi(
  exchange: RequestContext,
  recordRequest: RecordRequest,
  { kind, call }: ApiWrite,
): Promise<void> {
  const { commands, response } = exchange;
  const { specification, entity, route } = recordRequest;
  const read = () => readCall(exchange, recordRequest, { kind, call });
  const { sent: said, ...about } =
    route.id === undefined ? read() : await requireReadable(exchange, recordRequest, route.id, read);
  const sent = said.input ? { ...said, input: await exchange.uploads.in(recordRequest, said.input) } : said;
  const signing = await confirmSignature(exchange, recordRequest, sent.signature);
  const command = createRecordCommand(recordRequest, { ...about, ...(signing && { signing }) }, sent);
  const { id } = command.data;
  const written = await commands.send(command);
  if (route.id === undefined) setLocation(response, apiHref(specification.key, entity.name, id));
  await sendWritten(response, { status: call.status, id, written });
}

function readCall({ request }: RequestContext, recordRequest: RecordRequest, { kind, call }: ApiWrite) {
  const commandId = commandIdIn(request);
  const context = createCommandContext(request, commandId);
  const seen = call.versioned ? versionIn(request) : undefined;
  const { fields, id: chosen, ...rest } = readWriteBody(request.body, kind);
  const id =
    recordRequest.route.id ?? chosen ?? (commandId === undefined ? uuid() : recordIdOf(context.commandId));
  const sent: RecordSubmission = { ...rest, input: fields, seen };
  return { kind, id, context, sent };
}
