// What waits for the person, over all applications or in one: the first page, and a page of each application.
import { createElement } from 'react';
import { HomePage } from '#views/pages/home.js';
import { WHOLE_PART, type WholePart } from '#views/addresses.js';
import type { LayoutProps } from '#views/view-models/frame.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { canAccessApplication } from '#domain/permissions.js';
import { listChangedRecords } from '#query-handling/notifications/changed-records.js';
import { findLastReason, type ExplainedAction } from '#query-handling/record-details/last-reason.js';
import { viewRecord } from '#query-handling/record-details/view-record.js';
import { countWaiting } from '#query-handling/waiting/waiting-count.js';
import {
  listRecordsWithOthers,
  listWaitingRecords,
  type WaitingRecord,
} from '#query-handling/waiting/waiting-records.js';
import type { Viewer } from '#query-handling/viewer.js';
import { requireViewer } from '../authorization/commands.js';
import type { PageContext } from '../requests/request-context.js';
import { layoutWithWarnings } from '../layout/page-layout.js';
import { translateFor } from '../language.js';
import { localAddress } from '../addresses/local-address.js';
import { actionNotice, undoLink } from '../records/approvals/after-action.js';
import { MOST_COUNTED, MOST_OF_WHOLE, presentHome } from './home-page.js';
import { recordAt } from '../requests/record-request.js';
import { sendPage } from '../rendering/page-rendering.js';
import { AFTER_ACTION, DONE_RECORD, readQuery } from '../addresses/page-addresses.js';

/** Rows of the page. */
const MOST_WAITING = 20;
/** What waits is left out of it. */
const MOST_CHANGED = MOST_WAITING + MOST_OF_WHOLE;

/** `only`: the application whose page it is; undefined: the first page. */
export async function showWork(exchange: PageContext, only?: PublishedVersion): Promise<void> {
  const { sources, frames, request, response } = exchange;
  const viewer = requireViewer(request);
  const whole = wholePartIn(readQuery(request).get(WHOLE_PART));
  const t = translateFor(request, only?.specification);
  const query = { viewer, application: only?.specification.key };
  const [waiting, withOthers, changes, counted, all] = await Promise.all([
    listWaitingRecords(sources, query, MOST_WAITING),
    listRecordsWithOthers(sources, query, whole === 'others' ? MOST_OF_WHOLE : MOST_COUNTED + 1),
    listChangedRecords(sources, query, MOST_CHANGED),
    // A page that says that something is away is shown without the numbers.
    countWaiting(sources, viewer).catch(() => undefined),
    sources.specifications.all(),
  ]);
  const applications = all.filter(({ specification }) => canAccessApplication(specification, viewer));
  const frame = await layoutWithWarnings(frames, request, {
    title: t(only ? 'home.title' : 'frame.home'),
    ...(only && { application: only }),
    outdated: { ids: waiting.outdated, about: 'page' },
  });
  const explained = await reasonsOf(sources, waiting.items, viewer);
  const shown = { waiting, explained, withOthers, changes, counted, applications, only, whole, viewer, t };
  await sendPage(
    response,
    createElement(HomePage, {
      frame: { ...frame, ...(await afterAction(exchange, frame)) },
      ...presentHome({ ...shown, now: sources.now() }),
    }),
  );
}

/** What others gave as a reason, by id of the record. */
async function reasonsOf(
  sources: PageContext['sources'],
  items: readonly WaitingRecord[],
  viewer: Viewer,
): Promise<ReadonlyMap<string, ExplainedAction>> {
  const each = items.map(async ({ published, entity, record }) => {
    const found = await findLastReason(sources, { published, entity, viewer }, record);
    return found && found.event.actor !== viewer.id ? [[record.id, found] as const] : [];
  });
  return new Map((await Promise.all(each)).flat());
}

const wholePartIn = (part: string | null): WholePart | undefined =>
  part === 'others' || part === 'changes' ? part : undefined;

/** After an action that was taken on this page: what was done to which record, what comes next, the way back, and the way to the record. */
async function afterAction(
  { sources, request }: PageContext,
  { notice }: LayoutProps,
): Promise<Partial<LayoutProps>> {
  const done = readQuery(request).get(DONE_RECORD);
  if (notice === undefined || done === null) return {};
  const href = localAddress(done);
  const acted = await recordAt(request, sources.specifications, href);
  const t = translateFor(request);
  const toRecord = { href, title: t('frame.openRecord') };
  const action = new URLSearchParams(href.split('?')[1]).get(AFTER_ACTION);
  if (acted?.route.kind !== 'record' || action === null) return { noticeLinks: [toRecord] };
  // It may be one that the viewer cannot read any more.
  const view = await viewRecord(sources, acted, acted.route.id!).catch(() => undefined);
  const about = view && { ...acted, view, action, t };
  const undo = about && undoLink({ ...about, viewer: acted.viewer.id });
  const words = about && actionNotice(about);
  return {
    noticeLinks: [...(undo ? [undo] : []), toRecord],
    ...(words !== undefined && { notice: words }),
  };
}
