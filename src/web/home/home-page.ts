// What waits for a person, and what is published → the view-model of the first page.
import { v7 as uuid } from 'uuid';
import { HOME, WAITS_FOR, WHOLE_PART, type WholePart } from '#views/addresses.js';
import type { RemainingChanges } from '#views/view-models/changed-records.js';
import type { HomePage, HomeRow, OthersRow, WaitingRow } from '#views/view-models/home.js';
import { toActor } from '#domain/permissions.js';
import { canUndoAction } from '#domain/record/lifecycle/can-undo-action.js';
import type { PublishedVersion } from '#ports/specifications.js';
import type { ChangedRecords } from '#query-handling/notifications/changed-records.js';
import type { ExplainedAction } from '#query-handling/record-details/last-reason.js';
import type { WaitingCount } from '#query-handling/waiting/waiting-count.js';
import type { Viewer } from '#query-handling/viewer.js';
import {
  listRowFields,
  type RecordWithOthers,
  type WaitingRecord,
  type WaitingRecords,
} from '#query-handling/waiting/waiting-records.js';
import { getLifecycleCourse } from '#specification/model/lifecycle-course.js';
import {
  actionHref,
  applicationHref,
  forAnother,
  listHref,
  recordHref,
  takeBackHref,
  waitingHref,
} from '../addresses/page-addresses.js';
import { formatCount } from '../layout/person-counts.js';
import { presentChanges } from './changed-records.js';
import { presentOverdue } from '../display/present-overdue.js';
import { elapsedTime } from '../display/elapsed-time.js';
import { presentNextStep } from '../records/approvals/next-step.js';
import { requiresInput } from '../records/approvals/requires-input.js';
import { columnShower, stateTitle } from '../display/display-value.js';
import { describeReason } from '../timeline/timeline-item.js';
import { displayPersonName } from '../display/person-names.js';
import type { DisplayValue } from '#views/view-models/shown.js';
import type { Translate } from '#views/messages/translate.js';

interface HomePageSource {
  readonly waiting: WaitingRecords;
  /** Why what waits came into its state, by id of the record. */
  readonly explained: ReadonlyMap<string, ExplainedAction>;
  readonly withOthers: readonly RecordWithOthers[];
  readonly changes: ChangedRecords;
  /** Those that the viewer may enter. */
  readonly applications: readonly PublishedVersion[];
  /** undefined: it could not be counted. */
  readonly counted: WaitingCount | undefined;
  readonly viewer: Viewer;
  /** The application that alone is shown. */
  readonly only?: PublishedVersion | undefined;
  /** The part that is shown with all of its rows. */
  readonly whole?: WholePart | undefined;
  /** ISO 8601 instant. */
  readonly now: string;
  readonly t: Translate;
}

/** Rows of a part that is not shown whole. */
const FEW = 5;
/** So many of the reader's own are counted, of which each has to be looked at. */
export const MOST_COUNTED = 20;
export const MOST_OF_WHOLE = 100;

/** Everything but the frame. */
export function presentHome(source: HomePageSource): Omit<HomePage, 'frame'> {
  const { waiting, withOthers, changes, applications, counted, only, viewer, now } = source;
  const above = new Set(waiting.items.map(({ record }) => record.id));
  const changed = partOf(
    changes.items.filter(({ record }) => !above.has(record.id)),
    { part: 'changes', most: MOST_OF_WHOLE, isMore: changes.more },
    source,
  );
  const own = partOf(withOthers, { part: 'others', most: MOST_COUNTED, isMore: false }, source);
  return {
    waiting: waiting.items.map((each) => waitingRow(each, source)),
    more: waiting.more.map(({ published: { specification }, entity }) => ({
      title: entity.plural,
      href: `${listHref(specification, entity.key)}?${WAITS_FOR}=me`,
    })),
    withoutUndo: actionsWithoutUndo(waiting.items, viewer),
    ...(only && { only: only.specification.name }),
    withOthers: own.items.map((each) => othersRow(each, source)),
    ...(own.rest && { othersLeft: { ...own.rest, shown: own.items.length } }),
    changes: {
      ...presentChanges({ ...changes, items: changed.items }, { viewer, now, t: source.t }),
      ...(changed.rest && { rest: changed.rest }),
    },
    applications: applicationsOf(applications, counted),
    canPublish: viewer.admin,
  };
}

interface PartOfHome {
  readonly part: WholePart;
  /** So many are counted. */
  readonly most: number;
  /** There are, or may be, more than were read. */
  readonly isMore: boolean;
}

/** A few rows and the way to all of them, or all. */
function partOf<Row>(
  all: readonly Row[],
  { part, most, isMore }: PartOfHome,
  { whole, only }: Pick<HomePageSource, 'whole' | 'only'>,
): { readonly items: readonly Row[]; readonly rest?: RemainingChanges } {
  if (whole === part) return { items: all.slice(0, MOST_OF_WHOLE) };
  if (all.length <= FEW) return { items: all };
  const href = wholePartHref(part, only);
  const rest = { count: Math.min(all.length, most), isMore: isMore || all.length > most, href };
  return { items: all.slice(0, FEW), rest };
}

export function wholePartHref(part: WholePart, only?: PublishedVersion): string {
  const page = only ? waitingHref(only.specification) : HOME;
  return `${page}?${WHOLE_PART}=${part}#${PART_IDS[part]}`;
}

const PART_IDS: Readonly<Record<WholePart, string>> = { others: 'with-others', changes: 'changes' };

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
      title: stateTitle(entity, record.state),
      tone: getLifecycleCourse(entity).stateTone(record.state),
    },
    since: record.stateSince,
    waits: elapsedTime(record.stateSince, now),
    ...(late && { late }),
  };
}

/** More buttons than these crowd a row; the record's own page has all of them. */
const MOST_ACTIONS = 2;

type Saying = Pick<HomePageSource, 'now' | 't'>;

function waitingRow(
  waiting: WaitingRecord,
  { explained, viewer, now, t }: Saying & Pick<HomePageSource, 'explained' | 'viewer'>,
): WaitingRow {
  const { published, entity, record, awaited, names } = waiting;
  const words = { specification: published.specification, names, now, t };
  const reason = explained.get(record.id);
  const summary = listRowFields(entity)
    .map((key) => columnShower(key, entity, words)(record))
    .filter(({ value, hidden }) => value !== null && !hidden);
  return {
    ...homeRow(waiting, now, summary),
    summary,
    ...(reason && { explained: describeReason(reason, { viewer, published, t }) }),
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
        return { title, href: forAnother(href, principal) };
      }
      const press = { commandId: uuid(), seen: String(record.version) };
      return { title: action.title, href, ...(!requiresInput(action) && { press }) };
    }),
  };
}

/** Titles of the actions of rows that a press of the button takes for good. */
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

function othersRow(each: RecordWithOthers, { now, t }: Saying): OthersRow {
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
