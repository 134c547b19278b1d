import { json, type Answer } from '../rendering/answers.js';
import { ListCallsOfRecord } from '#query-handling/records/list-calls-of-record.js';
import { listRetries } from '#query-handling/scheduled/scheduled-items.js';
import { ListNextTimers } from '#query-handling/scheduled/scheduled-timers.js';
import type { CommandResult } from '#domain/command.js';
import { RecordRef } from '#domain/stream-names.js';
import { deriveReadRights } from '#query-handling/visibility/read-rights.js';
import { ListRecords } from '#query-handling/lists/list-records.js';
import { ViewPastRecord } from '#query-handling/record-details/view-past-record.js';
import { readRecordMoment } from '../addresses/record-moment.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import type { QueryBus } from '@nestjs/cqrs';
import type { QueryContext } from '../requests/request-context.js';
import { FindRecordsFailedToProject } from '#query-handling/records/records-failed-to-project.js';
import { JsonAddress } from '../addresses/json-address.js';
import { readListAddress } from '../addresses/list-address.js';
import { MAX_QUOTED_INPUT } from '../addresses/range-filters.js';
import { SUM_OF_PARAMETER } from '#views/addresses.js';
import { isSummable, type ColumnSums } from '#query-handling/lists/list-sums.js';
import { formatFixedPoint } from '#specification/model/stored-value.js';
import type { Field } from '#specification/model/specification.js';
import type { RecordRequest } from '../requests/record-request.js';
import { entityTag } from './version-headers.js';
import { createOutdatedHeaderAndMember } from './outdated-header.js';
import { POSITION_HEADER } from './position-header.js';
import { apiHref, toPastRecordJson, toRecordJson } from './record-json.js';
import { FindRecord } from '#query-handling/records/records-view.js';

const LIMIT = 50;
export const MAX_RECORDS = 200;

/** Parameters of the list page, and `limit` (1 to 200). */
export async function sendRecordsJson(
  { queries, sources }: QueryContext,
  recordRequest: RecordRequest,
  parameters: URLSearchParams,
): Promise<Answer> {
  const params = new URLSearchParams(parameters);
  const limit = parseLimit(params.get('limit'));
  params.delete('limit');
  const sumOf = params.getAll(SUM_OF_PARAMETER);
  params.delete(SUM_OF_PARAMETER);
  const { query, waitsForViewer } = addressOf(params, recordRequest, sources.now());
  const summed = readSummed(sumOf, recordRequest, sources.now());
  const page = await queries.execute(
    new ListRecords({ ...recordRequest, waitsForViewer }, { ...query, limit, sumOf }, new Set()),
  );
  const link = (cursor: string | undefined, name: string) =>
    cursor === undefined
      ? undefined
      : linkTo(recordRequest, params, sumOf, { limit: String(limit), [name]: cursor });
  const { headers, members } = createOutdatedHeaderAndMember(page.outdated);
  const answer = {
    items: page.items.map((record) => toRecordJson(recordRequest.specification, record)),
    count: page.count,
    ...(summed.length > 0 && { sums: sumsJson(summed, page.sums) }),
    next: link(page.next, 'after'),
    previous: link(page.previous, 'before'),
    ...members,
  };
  return json(answer, { headers });
}

export async function sendRecordJson(queries: QueryBus, recordRequest: RecordRequest): Promise<Answer> {
  const { visible, question, document } = await queries.execute(
    new FindRecord(recordRequest, recordRequest.route.id!),
  );
  const { entity, specification } = recordRequest;
  const of = { application: specification.key, entity: entity.key };
  const timers = await queries.execute(new ListNextTimers({ ...question, record: visible }));
  const waiting = timers.map(({ timer: { key: timer }, due }) => ({ timer, due }));
  const calls = await queries.execute(
    new ListCallsOfRecord(RecordRef.of({ ...of, id: visible.id }), document, question),
  );
  const retries = listRetries(calls, question.viewer).map(({ call, due }) => ({ call, due }));
  const { headers, members } = createOutdatedHeaderAndMember(
    await queries.execute(new FindRecordsFailedToProject(of, [visible.id])),
  );
  const answer = { ...toRecordJson(specification, visible), timers: waiting, retries, ...members };
  return json(answer, { headers: { ETag: entityTag(visible.version), ...headers } });
}

/** `text`: the moment. Throws `Refused` NOT_FOUND before the record's creation. */
export async function sendPastRecordJson(
  queries: QueryBus,
  recordRequest: RecordRequest,
  text: string,
): Promise<Answer> {
  const { specification, route, timeZone, t } = recordRequest;
  const requested = readRecordMoment(text, timeZone);
  if (!requested)
    throw createBuiltInRefusal('BAD_REQUEST', { why: t('past.noMoment', { text: text.slice(0, 60) }) });
  const { today, past } = await queries.execute(
    new ViewPastRecord(recordRequest, route.id!, requested.moment),
  );
  if (!past) throw createBuiltInRefusal('NOT_FOUND');
  const of = { application: specification.key, entity: recordRequest.entity.key };
  const { headers, members } = createOutdatedHeaderAndMember(
    await queries.execute(new FindRecordsFailedToProject(of, [today.id])),
  );
  return json({ ...toPastRecordJson(specification, { today, past }, text), ...members }, { headers });
}

interface WriteAnswer {
  readonly status: number;
  readonly id: string;
  readonly written: CommandResult;
  /** Of a new record. */
  readonly location?: string;
}

export const writtenAnswer = ({ id, ...reply }: WriteAnswer): Answer => {
  const { version, already, position } = reply.written;
  return json(
    { id, version, already },
    { ...reply, headers: { ETag: entityTag(version), [POSITION_HEADER]: position } },
  );
};

/** Unknown filters are refused: ignoring one would return too much. */
function addressOf(
  params: URLSearchParams,
  { specification, entity, viewer, t }: RecordRequest,
  now: string,
) {
  const screen = specification.screens.find((each) => each.entity === entity.key && each.kind === 'list');
  if (!screen) throw createBuiltInRefusal('NOT_FOUND');
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
  if (ignored.length > 0)
    throw createBuiltInRefusal('BAD_REQUEST', { why: ignored.join(' ').replace(/\.$/, '') });
  return address;
}

/** Records or events on a page. */
/** Fields that cannot be added up are refused in the words for fields that do not exist. */
function readSummed(
  keys: readonly string[],
  { specification, entity, viewer, t }: RecordRequest,
  now: string,
): readonly Field[] {
  const rights = deriveReadRights({ specification, entity, viewer, now });
  return keys.map((key) => {
    const field = entity.fields.find((each) => each.key === key);
    if (field && isSummable(field, rights)) return field;
    throw createBuiltInRefusal('BAD_REQUEST', {
      why: t('filter.notSummed', { name: key.slice(0, MAX_QUOTED_INPUT) }),
    });
  });
}

/** Exact decimals; null where there are too many records to add up. */
const sumsJson = (fields: readonly Field[], sums: ColumnSums | undefined) =>
  sums === undefined
    ? null
    : Object.fromEntries(
        fields.map(({ key, places }) => [key, formatFixedPoint(sums.amounts.get(key) ?? 0n, places)]),
      );

export function parseLimit(text: string | null): number {
  if (text === null) return LIMIT;
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  if (limit < 1 || limit > MAX_RECORDS)
    throw createBuiltInRefusal('BAD_REQUEST', { why: `“limit” has to be 1 to ${MAX_RECORDS}` });
  return limit;
}

function linkTo(
  { specification, entity }: RecordRequest,
  params: URLSearchParams,
  sumOf: readonly string[],
  cursor: Record<string, string>,
): JsonAddress {
  const link = new URLSearchParams(params);
  for (const key of sumOf) link.append(SUM_OF_PARAMETER, key);
  for (const name of ['after', 'before']) link.delete(name);
  for (const [name, value] of Object.entries(cursor)) link.set(name, value);
  return new JsonAddress(`${apiHref(specification.key, entity.name)}?${link.toString()}`);
}
