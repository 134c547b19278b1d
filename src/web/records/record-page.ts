// A record as one person sees it → the record page's view-model, with what they may do and why not.
import { getLifecycleCourse } from '#specification/model/lifecycle-course.js';
import { hasState, canStartFrom } from '#specification/model/lifecycle-states.js';
import { v7 as uuid } from 'uuid';
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import type { ActionOffer, RecordPage } from '#views/view-models/record.js';
import type { DisplayValue } from '#views/view-models/shown.js';
import type { RecordView } from '#query-handling/record-details/view-record.js';
import { translateReason } from '#domain/refusal-reason.js';
import type { Reason } from '#domain/refusal.js';
import type { Action, Entity, Screen, Specification } from '#specification/model/specification.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import { compareAscending } from '#specification/values/compare-ascending.js';
import {
  actionHref,
  COMMENTS,
  FILES,
  type HistoryPart,
  HISTORY_PART,
  assignHref,
  commentHref,
  editHref,
  forAnother,
  listHref,
  liveHref,
  oneFieldHref,
  recordHref,
  specificationHref,
  scheduledHref,
} from '../addresses/page-addresses.js';
import { showField, stateTitle } from '../display/display-value.js';
import { changerName, displayPersonName } from '../display/person-names.js';
import { presentRecordCalls, type ToRefusals } from './record-calls.js';
import { presentRounds, signaturesOf } from './approvals/approval-rounds.js';
import { requiresInput } from './approvals/requires-input.js';
import { presentOverdue } from '../display/present-overdue.js';
import { elapsedTime } from '../display/elapsed-time.js';
import { displayRefusals } from '../errors/displayed-refusals.js';
import { describeRetry, describeTimer } from '../scheduled/scheduled-page.js';
import { presentNextStep } from './approvals/next-step.js';
import { lifecycleSteps } from './record-steps.js';
import { groupFields } from '../display/record-fields.js';
import type { Translate } from '#views/messages/translate.js';

interface RecordPageSource {
  readonly specification: Specification;
  readonly entity: Entity;
  /** The entity's detail screen, where it has one: which fields, in which order. */
  readonly screen?: Screen;
  /** Fields of the form that changes it. */
  readonly formFields: Entity['fields'];
  readonly view: RecordView;
  readonly history: readonly TimelineItem[];
  /** What of the history is shown; undefined: everything. */
  readonly only?: HistoryPart | undefined;
  /** ISO 8601. */
  readonly now: string;
  readonly t: Translate;
}

/** Everything but the frame. */
export function presentRecord(showing: RecordPageSource): Omit<RecordPage, 'frame'> {
  const { specification, entity, screen, view, history, t } = showing;
  const { seen, names } = view;
  const refusals = (reasons: readonly Reason[]) =>
    displayRefusals(
      reasons.map((reason) => translateReason(reason, t.language)),
      specification.key,
    );
  const edit = view.edit.length === 0 ? editHref(specification, entity.key, seen.id) : undefined;
  const offers = offersOf(showing, refusals);
  const fields = groupFields(
    { entity, seen, ...(screen && { screen }) },
    { specification, names, now: showing.now, t },
  );
  return {
    id: seen.id,
    number: seen.number,
    title: seen.title,
    entity: entity.title,
    state: stateOf(showing, fields.summary),
    states: lifecycleSteps(entity, { state: seen.state, reached: view.reached }),
    next: presentNextStep(view.next, { specification, names, edit, t, calls: view.calls, offers }),
    version: seen.version,
    ...fields,
    calls: presentRecordCalls(showing, refusals),
    upcoming: upcomingOf(showing),
    scheduled: scheduledHref(specification),
    actions: offers,
    forOthers: view.forOthers.map(({ action, principal = '' }) => ({
      title: t('form.actionFor', { action: action.title, person: displayPersonName(names, principal, t) }),
      href: forAnother(actionHref(specification, entity.key, seen.id, action.key), principal),
    })),
    rounds: presentRounds(showing),
    signatures: signaturesOf(showing),
    ...(edit !== undefined && { edit }),
    editFields: edit === undefined ? {} : editFieldsOf(showing, edit),
    editLeadsOn: edit !== undefined && view.next.kind === 'lacking',
    editRefusals: refusals(view.edit),
    assignee: {
      id: seen.assignee,
      name: seen.assignee === null ? '' : displayPersonName(names, seen.assignee, t),
    },
    ...formsOf(showing),
    opened: { by: displayPersonName(names, seen.openedBy, t), at: seen.openedAt },
    changed: { by: changerName(names, seen, t), at: seen.changedAt },
    specification: {
      version: seen.specification,
      href: specificationHref(specification.key, { version: seen.specification }),
    },
    history: showing.only === FILES ? [] : history,
    ...historyLinks(showing, filesOf(showing)),
    live: liveHref(specification, entity.key, seen.id),
    list: { href: listHref(specification, entity.key), title: entity.plural },
  };
}

function stateOf(
  { entity, view: { seen, late: passed }, now }: RecordPageSource,
  summary: readonly DisplayValue[],
): RecordPage['state'] {
  const { states } = entity.lifecycle;
  const late = presentOverdue(summary, passed, entity);
  return {
    key: seen.state,
    title: stateTitle(entity, seen.state),
    tone: getLifecycleCourse(entity).stateTone(seen.state),
    since: seen.stateSince,
    age: elapsedTime(seen.stateSince, now),
    ...(late && { late }),
    final: states.find(({ key }) => key === seen.state)?.final ?? false,
    ...(!hasState(entity.lifecycle, seen.state) && { gone: true as const }),
  };
}

function upcomingOf({
  specification,
  entity,
  view: { timers, retries, names },
  t,
}: RecordPageSource): RecordPage['upcoming'] {
  const lines = [
    ...timers.map((each) => describeTimer(each, { entity, names, t })),
    ...retries.map((each) => describeRetry(each, { specification, t })),
  ];
  return lines.sort((one, other) => compareAscending(one.due, other.due));
}

/** Each field that the viewer can change on a form of its own, with its address. */
function editFieldsOf({ formFields, view }: RecordPageSource, edit: string): RecordPage['editFields'] {
  const fields = formFields.filter(({ key }) => view.editable.has(key));
  return Object.fromEntries(fields.map(({ key }) => [key, oneFieldHref(edit, key)]));
}

/** Tabs above the history, and the way to what happened earlier. */
function historyLinks(
  { specification, entity, only, view: { seen, historyMore }, t }: RecordPageSource,
  files: readonly DisplayValue[],
): Pick<RecordPage, 'historyTabs' | 'historyMore' | 'files'> {
  const record = recordHref(specification, entity.key, seen.id);
  const part = (name: HistoryPart) => `${record}?${HISTORY_PART}=${name}`;
  const earlier = only === undefined ? `${record}?` : `${part(only)}&`;
  const fileCount = files.reduce((count, field) => count + (field.files?.length ?? 0), 0);
  return {
    historyTabs: [
      { title: t('record.everything'), href: `${record}#history`, current: only === undefined },
      {
        title: t('record.comments'),
        href: `${part(COMMENTS)}#history`,
        current: only === COMMENTS,
        count: seen.comments,
      },
      ...(files.length === 0
        ? []
        : [
            {
              title: t('record.files'),
              href: `${part(FILES)}#history`,
              current: only === FILES,
              count: fileCount,
            },
          ]),
    ],
    ...(only === FILES
      ? { files: files.filter((field) => field.files && field.files.length > 0) }
      : historyMore !== undefined && { historyMore: `${earlier}history=${historyMore}#history` }),
  };
}

/** Fields of files that the viewer may see, with what is in them. */
const filesOf = ({
  entity,
  view: { seen, names },
  specification,
  t,
}: RecordPageSource): readonly DisplayValue[] =>
  entity.fields
    .filter((field) => hasFiles(field) && !seen.hidden.has(field.key))
    .map((field) => showField(field, seen, { specification, names, t }));

/** A lifecycle with more actions than these shows those of other states in the specification only. */
const MANY = 40;

function offersOf(
  { specification, entity, view }: RecordPageSource,
  refusals: ToRefusals,
): readonly ActionOffer[] {
  const { seen, offers } = view;
  const isHere = (action: Action) => canStartFrom(action, seen.state, entity.lifecycle);
  const here = offers.filter(({ action }) => isHere(action));
  const shown = here.length === 0 ? [] : offers.length <= MANY ? offers : here;
  return shown.map(({ action, reasons }) => ({
    key: action.key,
    title: action.title,
    help: action.help,
    ...(action.to !== undefined && { to: stateTitle(entity, action.to) }),
    allowed: reasons.length === 0,
    tone: getLifecycleCourse(entity).actionTone(action, seen.state),
    isHere: isHere(action),
    href: actionHref(specification, entity.key, seen.id, action.key),
    asks: requiresInput(action),
    commandId: uuid(),
    refusals: refusals(reasons),
  }));
}

/** Forms on the record's own page. A form has its own command: sent twice, it happens once. */
function formsOf({ specification, entity, view }: RecordPageSource): Pick<RecordPage, 'assign' | 'comment'> {
  const { id } = view.seen;
  return {
    ...(view.people && {
      assign: { action: assignHref(specification, entity.key, id), commandId: uuid(), people: view.people },
    }),
    ...(view.mayComment && {
      comment: {
        action: commentHref(specification, entity.key, id),
        commandId: uuid(),
        value: '',
        errors: [],
      },
    }),
  };
}
