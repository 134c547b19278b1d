import type { RefusedRecord, SelectedRecord } from '#views/view-models/form.js';
import { Refused } from '#domain/refusal.js';
import { FindNames, ReferencedIds } from '#query-handling/names/find-names.js';
import { FindRecord, type FoundRecord } from '#query-handling/records/records-view.js';
import { listSummaryFields } from '#query-handling/waiting/waiting-records.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import { recordHref } from '#web/addresses/page-addresses.js';
import { createColumnDisplay, getStateTitle } from '#web/display/display-value.js';
import { displayRecordName } from '#web/display/record-name.js';
import { displayRefusals } from '#web/errors/displayed-refusals.js';
import { toRequestFailure, type RequestFailure } from '#web/errors/request-failure.js';
import { translateFailure } from '#web/errors/translate-failure.js';
import type { RecordRequest } from '#web/requests/record-request.js';
import type { QueryContext } from '#web/requests/request-context.js';

export function toSingleRecordRequest(recordRequest: RecordRequest, id: string): RecordRequest {
  const { entity, action } = recordRequest.route;
  const kind = recordRequest.route.kind === 'selectionAction' ? 'action' : 'assign';
  return { ...recordRequest, route: { kind, entity, id, ...(action !== undefined && { action }) } };
}

interface CheckedSelection<T> {
  readonly able: readonly T[];
  readonly leftOut: readonly RefusedRecord[];
}

/** `check` throws `Refused` for records that do not allow the action. */
export async function checkSelected<T>(
  context: QueryContext,
  recordRequest: RecordRequest,
  ids: readonly string[],
  check: (each: RecordRequest, id: string) => Promise<T>,
): Promise<CheckedSelection<T>> {
  const able: T[] = [];
  const leftOut: RefusedRecord[] = [];
  for (const id of ids) {
    try {
      able.push(await check(toSingleRecordRequest(recordRequest, id), id));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      const failure = translateFailure(recordRequest.t.language, toRequestFailure(error));
      leftOut.push(await presentRefused(context, recordRequest, { id, failure }));
    }
  }
  return { able, leftOut };
}

export async function presentRefused(
  context: QueryContext,
  recordRequest: RecordRequest,
  { id, failure }: { readonly id: string; readonly failure: RequestFailure },
): Promise<RefusedRecord> {
  const { specification, entity } = recordRequest;
  const found = await findReadableRecord(context, recordRequest, id);
  return {
    id,
    href: recordHref(specification, entity.key, id),
    name: found ? displayRecordName(found.visible) || entity.title : entity.title,
    refusals: displayRefusals(failure.reasons, specification.key),
  };
}

/** undefined: missing, or not readable. */
export async function findReadableRecord(
  { queries }: QueryContext,
  recordRequest: RecordRequest,
  id: string,
): Promise<FoundRecord | undefined> {
  try {
    return await queries.execute(new FindRecord(recordRequest, id));
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

export async function presentSelected(
  { queries }: QueryContext,
  { published, specification, entity, viewer, t }: RecordRequest,
  found: readonly FoundRecord[],
): Promise<readonly SelectedRecord[]> {
  const columns = listSummaryFields(entity);
  const mentions = new ReferencedIds();
  for (const { visible } of found) mentions.columns(entity, visible, new Set(columns));
  const names = await queries.execute(new FindNames(published, mentions, viewer));
  return found.map(({ visible, now }) => {
    const words = { specification, names, now, t };
    return {
      id: visible.id,
      href: recordHref(specification, entity.key, visible.id),
      name: displayRecordName(visible) || entity.title,
      state: {
        title: getStateTitle(entity, visible.state),
        tone: getLifecyclePresentation(entity).stateTone(visible.state),
      },
      summary: columns.map((key) => createColumnDisplay(key, entity, words)(visible)),
    };
  });
}
