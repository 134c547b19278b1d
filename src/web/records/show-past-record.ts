import { ViewPastRecord } from '#query-handling/record-details/view-past-record.js';
import { FindRecordsFailedToProject } from '#query-handling/records/records-failed-to-project.js';
import { PastRecordPage } from '#views/pages/past-record.js';
import { pastRecordHref, recordHref } from '../addresses/page-addresses.js';
import { isStillToCome, readRecordMoment } from '../addresses/record-moment.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import type { RecordRequest } from '../requests/record-request.js';
import type { PageContext } from '../requests/request-context.js';
import { findLastList } from '../screens/last-list.js';
import { presentHistory } from '../timeline/timeline-item.js';
import { presentPastRecord } from './past-record-page.js';
import { page, type Answer } from '../rendering/answers.js';

/** `text`: the moment. Throws `Refused` NOT_PERMITTED, NOT_FOUND, BAD_REQUEST. */
export async function showPastRecord(
  { queries, sources, request }: PageContext,
  recordRequest: RecordRequest,
  text: string,
): Promise<Answer> {
  const { published, specification, entity, viewer, route, timeZone, t } = recordRequest;
  const requested = readRecordMoment(text, timeZone);
  if (!requested)
    throw createBuiltInRefusal('BAD_REQUEST', { why: t('past.noMoment', { text: text.slice(0, 60) }) });
  const warnings = isStillToCome(requested, sources.now(), timeZone) ? [t('past.stillToCome')] : [];
  const history = request.query.get('history') || undefined;
  const question = { published, entity, viewer };
  const view = await queries.execute(new ViewPastRecord(question, route.id!, requested.moment, history));
  const record = recordHref(specification, entity.key, view.today.id);
  const href = (position: number) => `${pastRecordHref(record, position)}#event-${position}`;
  const shown = presentPastRecord(recordRequest, {
    view,
    requested,
    text,
    history: presentHistory(
      viewer,
      {
        events: view.events,
        names: view.eventNames,
        published: new Map([[specification.key, published]]),
        t,
      },
      { href, ...('position' in requested.moment && requested.moment) },
    ),
    now: sources.now(),
  });
  const name = shown.number ?? (shown.title || shown.entity);
  const of = { application: specification.key, entity: entity.key };
  const ids = await queries.execute(new FindRecordsFailedToProject(of, [route.id!]));
  const list = findLastList(request, recordRequest) ?? shown.list;
  return page(
    PastRecordPage,
    { ...shown, list },
    {
      title: t('past.heading', { record: name }),
      warnings,
      application: published,
      outdated: { ids, about: 'record' },
    },
  );
}
