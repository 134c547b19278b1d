// Answers of the JSON API: a list, a record, and what became of a command.
import { FunctionAnswer, type Answer } from '../rendering/answers.js';
import { listCallsOfRecord } from '#query-handling/records/calls-of-record.js';
import { listRetries } from '#query-handling/scheduled/scheduled-items.js';
import { listNextTimers } from '#query-handling/scheduled/scheduled-timers.js';
import type { Response } from 'express';
import type { CommandResult } from '#domain/command.js';
import { RecordRef } from '#domain/stream-names.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import { listRecords } from '#query-handling/lists/list-records.js';
import { rememberWritten } from '../http/cookies.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { jsonPieces, sendBody } from '../http/send-body.js';
import type { RequestContext } from '../requests/request-context.js';
import { readListAddress } from '../addresses/list-address.js';
import type { RecordRequest } from '../requests/record-request.js';
import { readQuery } from '../addresses/page-addresses.js';
import { entityTag } from './version-headers.js';
import { markIfOutdated, markOutdated } from './outdated-header.js';
import { POSITION } from './position-header.js';
import { apiHref, recordJson } from './record-json.js';
import { findRecordById } from '#query-handling/records/records-view.js';

const LIMIT = 50;
export const MAX_RECORDS = 200;

/** The same filters, search and sorting in the address as on the list page, and `limit` (1 to 200). */
export async function sendRecords(
  { sources, request, response }: RequestContext,
  recordRequest: RecordRequest,
) {
  const params = readQuery(request);
  const limit = limitIn(params.get('limit'));
  params.delete('limit');
  const { query, waitsForViewer } = addressOf(params, recordRequest, sources.now());
  const page = await listRecords(
    sources,
    { ...recordRequest, waitsForViewer },
    { ...query, limit },
    new Set(),
  );
  const link = (cursor: string | undefined, name: string) =>
    cursor === undefined
      ? undefined
      : linkTo(recordRequest, params, { limit: String(limit), [name]: cursor });
  await sendJson(response, {
    items: page.items.map((record) => recordJson(recordRequest.specification, record)),
    count: page.count,
    next: link(page.next, 'after'),
    previous: link(page.previous, 'before'),
    ...markOutdated(response, page.outdated),
  });
}

export async function sendRecord(exchange: RequestContext, recordRequest: RecordRequest) {
  const { sources, response } = exchange;
  const { seen, question, document } = await findRecordById(sources, recordRequest, recordRequest.route.id!);
  response.setHeader('ETag', entityTag(seen.version));
  const { entity, specification } = recordRequest;
  const of = { application: specification.key, entity: entity.key };
  const timers = await listNextTimers(sources, { ...question, record: seen });
  const waiting = timers.map(({ timer: { key: timer }, due }) => ({ timer, due }));
  const calls = await listCallsOfRecord(sources, RecordRef.of({ ...of, id: seen.id }), document, question);
  const retries = listRetries(calls, question.viewer).map(({ call, due }) => ({ call, due }));
  await sendJson(response, {
    ...recordJson(specification, seen),
    timers: waiting,
    retries,
    ...(await markIfOutdated(exchange, of, seen.id)),
  });
}

interface WriteAnswer {
  readonly status: number;
  readonly id: string;
  readonly written: CommandResult;
}

/** The same, for handlers that return their answer. */
export const writtenAnswer = (answer: WriteAnswer): Answer =>
  new FunctionAnswer(async (response) => sendWritten(response, answer));

export async function sendWritten(response: Response, { status, id, written }: WriteAnswer): Promise<void> {
  rememberWritten(response, written);
  response.statusCode = status;
  response.setHeader('ETag', entityTag(written.version));
  response.setHeader(POSITION, written.position);
  await sendJson(response, { id, version: written.version, already: written.already });
}

/** Unknown filters are refused: a program would take the remaining ones for all. */
function addressOf(
  params: URLSearchParams,
  { specification, entity, viewer, t }: RecordRequest,
  now: string,
) {
  const screen = specification.screens.find((each) => each.entity === entity.key && each.kind === 'list');
  if (!screen) throw builtInRefusal('NOT_FOUND');
  const { open } = deriveReadRights({ specification, entity, viewer, now });
  const every = { ...screen, columns: [...screen.columns, ...entity.fields.map(({ key }) => key)] };
  const { ignored, ...address } = readListAddress(params, {
    specification,
    entity,
    screen: every,
    open,
    now,
    t,
  });
  if (ignored.length > 0) throw builtInRefusal('BAD_REQUEST', { why: ignored.join(' ').replace(/\.$/, '') });
  return address;
}

function limitIn(text: string | null): number {
  if (text === null) return LIMIT;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_RECORDS)
    throw builtInRefusal('BAD_REQUEST', { why: `“limit” has to be 1 to ${MAX_RECORDS}` });
  return limit;
}

function linkTo(
  { specification, entity }: RecordRequest,
  params: URLSearchParams,
  cursor: Record<string, string>,
): string {
  const link = new URLSearchParams(params);
  for (const name of ['after', 'before']) link.delete(name);
  for (const [name, value] of Object.entries(cursor)) link.set(name, value);
  return `${apiHref(specification.key, entity.name)}?${link.toString()}`;
}

/** Throws `Refused` ANSWER_TOO_LARGE. */
export async function sendJson(response: Response, json: unknown): Promise<void> {
  await sendBody(response, { type: 'application/json; charset=utf-8', pieces: jsonPieces(json) });
}
