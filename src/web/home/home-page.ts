import { v7 as uuid } from 'uuid';
import {
  HOME_PATH,
  WAITS_FOR_PARAMETER,
  EXPANDED_SECTION_PARAMETER,
  type ExpandedSection,
} from '#views/addresses.js';
import type { RemainingChanges } from '#views/view-models/changes-by-others.js';
import type { HomePage, HomeRow, OthersRow, WaitingRow } from '#views/view-models/home.js';
import { toActor } from '#domain/permissions.js';
import { canUndoAction } from '#domain/record/lifecycle/can-undo-action.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { ChangedRecords } from '#query-handling/notifications/changed-records.js';
import type { ActionWithReason } from '#query-handling/record-details/last-reason.js';
import type { WaitingCount } from '#query-handling/waiting/waiting-count.js';
import type { OwnView } from '#query-handling/saved-views/list-saved-views.js';
import type { Viewer } from '#query-handling/viewer.js';
import {
  listSummaryFields,
  type RecordWaitingForOthers,
  type WaitingRecord,
  type WaitingRecords,
} from '#query-handling/waiting/waiting-records.js';
import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import {
  actionHref,
  applicationHref,
  addPrincipal,
  listHref,
  recordHref,
  takeBackHref,
  waitingHref,
} from '../addresses/page-addresses.js';
import { formatCount } from '../layout/person-counts.js';
import { presentChangedRecords } from './changed-records.js';
import { presentOwnViews } from './own-views.js';
import { presentOverdue } from '../display/present-overdue.js';
import { calculateElapsedTime } from '../display/elapsed-time.js';
import { presentNextStep } from '../records/approvals/next-step.js';
import { requiresInput } from '#domain/record/lifecycle/requires-input.js';
import { createColumnDisplay, getStateTitle } from '../display/display-value.js';
import { presentActionWithReason } from '../timeline/timeline-item.js';
import { displayPersonName } from '../display/person-names.js';
import type { DisplayValue } from '#views/view-models/display-value.js';
import type { Translate } from '#views/messages/translate.js';

interface HomePageSource {
  readonly waiting: WaitingRecords;
  /** By record id. */
  readonly explained: ReadonlyMap<string, ActionWithReason>;
  readonly withOthers: readonly RecordWaitingForOthers[];
  readonly changes: ChangedRecords;
  readonly views: readonly OwnView[];
  /** Those the viewer may access. */
  readonly applications: readonly PublishedVersion[];
  /** undefined: counting failed. */
  readonly counted: WaitingCount | undefined;
  readonly viewer: Viewer;
  readonly only?: PublishedVersion | undefined;
  /** The section shown with all rows. */
  readonly whole?: ExpandedSection | undefined;
  /** ISO 8601. */
  readonly now: string;
  readonly t: Translate;
}

/** Rows of a collapsed section. */
const FEW = 5;
/** Upper bound, since each of the viewer's records is checked. */
export const MOST_COUNTED = 20;
export const MAX_EXPANDED_ITEMS = 100;

export function presentHome(source: HomePageSource): Omit<HomePage, 'frame'> {
  const { waiting, withOthers, changes, applications, counted, only, viewer, now } = source;
  const above = new Set(waiting.items.map(({ record }) => record.id));
  const changed = partOf(
    changes.items.filter(({ record }) => !above.has(record.id)),
    { part: 'changes', most: MAX_EXPANDED_ITEMS, isMore: changes.more },
    source,
  );
  const own = partOf(withOthers, { part: 'others', most: MOST_COUNTED, isMore: false }, source);
  return {
    waiting: waiting.items.map((each) => waitingRow(each, source)),
    more: waiting.more.map(({ published: { specification }, entity }) => ({
      title: entity.plural,
      href: `${listHref(specification, entity.key)}?${WAITS_FOR_PARAMETER}=me`,
    })),
    withoutUndo: actionsWithoutUndo(waiting.items, viewer),
    ...(only && { only: only.specification.name }),
    withOthers: own.items.map((each) => othersRow(each, source)),
    ...(own.rest && { othersLeft: { ...own.rest, shown: own.items.length } }),
    changes: {
      ...presentChangedRecords({ ...changes, items: changed.items }, { viewer, now, t: source.t }),
      ...(changed.rest && { rest: changed.rest }),
    },
    views: presentOwnViews(source.views, {
      applications: only ? [only] : applications,
      viewer,
      now,
      t: source.t,
    }),
    applications: applicationsOf(applications, counted),
    canPublish: viewer.admin,
  };
}

interface PartOfHome {
  readonly part: ExpandedSection;
  readonly most: number;
  /** More exist, or may exist. */
  readonly isMore: boolean;
}

function partOf<Row>(
  all: readonly Row[],
  { part, most, isMore }: PartOfHome,
  { whole, only }: Pick<HomePageSource, 'whole' | 'only'>,
): { readonly items: readonly Row[]; readonly rest?: RemainingChanges } {
  if (whole === part) return { items: all.slice(0, MAX_EXPANDED_ITEMS) };
  if (all.length <= FEW) return { items: all };
  const href = expandedSectionHref(part, only);
  const rest = { count: Math.min(all.length, most), isMore: isMore || all.length > most, href };
  return { items: all.slice(0, FEW), rest };
}

export function expandedSectionHref(part: ExpandedSection, only?: PublishedVersion): string {
  const page = only ? waitingHref(only.specification) : HOME_PATH;
  return `${page}?${EXPANDED_SECTION_PARAMETER}=${part}#${PART_IDS[part]}`;
}

const PART_IDS: Readonly<Record<ExpandedSection, string>> = { others: 'with-others', changes: 'changes' };

function homeRow(
  { published, entity, record, late: passed }: WaitingRecord,
  now: string,
  summary: readonly DisplayValue[] = [],
): HomeRow {
  const late = presentOverdue(summary, passed, entity);
  const { specification } = published;
  return {
    id: record.id,
    href: recordHref(specification, entity.key, record.id),
    number: record.number,
    title: record.title,
    entity: entity.title,
    application: specification.name,
    state: {
      title: getStateTitle(entity, record.state),
      tone: getLifecyclePresentation(entity).stateTone(record.state),
    },
    since: record.stateSince,
    waits: calculateElapsedTime(record.stateSince, now),
    ...(late && { late }),
  };
}

/** More buttons crowd a row; the record's page has all. */
const MOST_ACTIONS = 2;

type Saying = Pick<HomePageSource, 'now' | 't'>;

function waitingRow(
  waiting: WaitingRecord,
  { explained, viewer, now, t }: Saying & Pick<HomePageSource, 'explained' | 'viewer'>,
): WaitingRow {
  const { published, entity, record, awaited, names } = waiting;
  const words = { specification: published.specification, names, now, t };
  const reason = explained.get(record.id);
  const summary = listSummaryFields(entity)
    .map((key) => createColumnDisplay(key, entity, words)(record))
    .filter(({ value, hidden }) => value !== null && !hidden);
  return {
    ...homeRow(waiting, now, summary),
    summary,
    ...(reason && { explained: presentActionWithReason(reason, { viewer, published, t }) }),
    from: displayPersonName(names, record.openedBy, t),
    actions: awaited.slice(0, MOST_ACTIONS).map(({ action, principal, takesBack }) => {
      const on = [published.specification, entity.key, record.id, action.key] as const;
      if (takesBack)
        return { title: t('form.takeBack'), href: takeBackHref(...on), press: { commandId: uuid() } };
      const href = actionHref(...on);
      if (principal !== undefined) {
        const title = t('form.actionFor', {
          action: action.title,
          person: displayPersonName(names, principal, t),
        });
        return { title, href: addPrincipal(href, principal) };
      }
      const press = { commandId: uuid(), seen: String(record.version) };
      return { title: action.title, href, ...(!requiresInput(action) && { press }) };
    }),
  };
}

function actionsWithoutUndo(items: readonly WaitingRecord[], viewer: Viewer): readonly string[] {
  const titles = items.flatMap(({ published, entity, record, awaited }) =>
    awaited
      .slice(0, MOST_ACTIONS)
      .filter(({ action, principal, takesBack }) => !principal && !takesBack && !requiresInput(action))
      .filter(({ action }) => {
        const actor = toActor(published.specification, viewer);
        return !canUndoAction(entity, action, record.state, actor);
      })
      .map(({ action }) => action.title),
  );
  return [...new Set(titles)];
}

function othersRow(each: RecordWaitingForOthers, { now, t }: Saying): OthersRow {
  const { next, names } = each;
  const { specification } = each.published;
  return {
    ...homeRow(each, now),
    next: presentNextStep(next, { specification, names, edit: undefined, t })!,
  };
}

const applicationsOf = (
  applications: readonly PublishedVersion[],
  counted: WaitingCount | undefined,
): HomePage['applications'] =>
  applications.map(({ specification }) => {
    const waiting = formatCount(counted?.byApplication.get(specification.key));
    return {
      key: specification.key,
      name: specification.name,
      href: applicationHref(specification),
      ...(waiting !== undefined && { waiting }),
    };
  });
