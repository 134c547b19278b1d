import { z } from 'zod';
import { HomePage } from '#views/pages/home.js';
import { EXPANDED_SECTION_PARAMETER, type ExpandedSection } from '#views/addresses.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { canAccessApplication } from '#domain/permissions.js';
import { ListChangedRecords } from '#query-handling/notifications/changed-records.js';
import { FindLastReason, type ActionWithReason } from '#query-handling/record-details/last-reason.js';
import { ListOwnViews } from '#query-handling/saved-views/list-saved-views.js';
import { CountWaiting } from '#query-handling/waiting/waiting-count.js';
import {
  ListRecordsWithOthers,
  ListWaitingRecords,
  type WaitingRecord,
} from '#query-handling/waiting/waiting-records.js';
import type { Viewer } from '#query-handling/viewer.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import type { QueryContext } from '../requests/request-context.js';
import type { QueryBus } from '@nestjs/cqrs';
import type { Translations } from '../requests/parameter-decorators.js';
import { describeDoneRecord } from '../records/approvals/describe-done-record.js';
import { MOST_COUNTED, MAX_EXPANDED_ITEMS, presentHome } from './home-page.js';
import type { RecordFinder } from '../requests/record-request.pipe.js';
import { page, type Answer } from '../rendering/answers.js';
import { DONE_RECORD_PARAMETER } from '../addresses/page-addresses.js';

const MOST_WAITING = 20;
/** Waiting records are left out of the changes. */
const MOST_CHANGED = MOST_WAITING + MAX_EXPANDED_ITEMS;

export const HOME_QUERY = z.object({
  [EXPANDED_SECTION_PARAMETER]: z.enum(['others', 'changes']).optional().catch(undefined),
  [DONE_RECORD_PARAMETER]: z.string().optional(),
});
export type HomeQuery = z.output<typeof HOME_QUERY>;

interface HomeRequest {
  readonly viewer: SignedInPerson;
  readonly query: HomeQuery;
  readonly findRecord: RecordFinder;
  readonly words: Translations;
}

/** `only`: the application whose page it is. */
export async function showHome(
  { queries, sources }: QueryContext,
  request: HomeRequest,
  only?: PublishedVersion,
): Promise<Answer> {
  const { viewer, words } = request;
  const whole: ExpandedSection | undefined = request.query[EXPANDED_SECTION_PARAMETER];
  const t = only ? words.in(only.specification) : words.t;
  const query = { viewer, application: only?.specification.key };
  const [waiting, withOthers, changes, counted, all, views] = await Promise.all([
    queries.execute(new ListWaitingRecords(query, MOST_WAITING)),
    queries.execute(
      new ListRecordsWithOthers(query, whole === 'others' ? MAX_EXPANDED_ITEMS : MOST_COUNTED + 1),
    ),
    queries.execute(new ListChangedRecords(query, MOST_CHANGED)),
    // Show the page without counts when an engine is unavailable.
    queries.execute(new CountWaiting(viewer)).catch(() => undefined),
    sources.specifications.all(),
    queries.execute(new ListOwnViews(viewer)),
  ]);
  const applications = all.filter(({ specification }) => canAccessApplication(specification, viewer));
  const explained = await reasonsOf(queries, waiting.items, viewer);
  const shown = {
    waiting,
    explained,
    withOthers,
    changes,
    counted,
    views,
    applications,
    only,
    whole,
    viewer,
    t,
  };
  return page(HomePage, presentHome({ ...shown, now: sources.now() }), {
    title: t(only ? 'home.title' : 'frame.home'),
    ...(only && { application: only }),
    outdated: { ids: waiting.outdated, about: 'page' },
    noticeDetails: async ({ here }) => {
      const done = request.query[DONE_RECORD_PARAMETER];
      return describeDoneRecord(queries, { ...request, done, here, t: words.t });
    },
  });
}

/** Reasons others gave, by record id. */
async function reasonsOf(
  queries: QueryBus,
  items: readonly WaitingRecord[],
  viewer: Viewer,
): Promise<ReadonlyMap<string, ActionWithReason>> {
  const each = items.map(async ({ published, entity, record }) => {
    const found = await queries.execute(new FindLastReason({ published, entity, viewer }, record));
    return found && found.event.actor !== viewer.id ? [[record.id, found] as const] : [];
  });
  return new Map((await Promise.all(each)).flat());
}
