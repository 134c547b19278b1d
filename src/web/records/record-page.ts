import { getLifecyclePresentation } from '#specification/model/lifecycle-presentation.js';
import { hasState, canStartFrom } from '#specification/model/allowed-transitions.js';
import { v7 as uuid } from 'uuid';
import type { TimelineItem } from '#views/view-models/timeline-item.js';
import type { ActionOffer, RecordPage } from '#views/view-models/record.js';
import type { DisplayValue } from '#views/view-models/display-value.js';
import type { RecordView } from '#query-handling/record-details/view-record.js';
import { translateReason } from '#domain/create-reason.js';
import type { Reason } from '#domain/refusal.js';
import type { Action, Entity, Screen, Specification } from '#specification/model/specification.js';
import { hasFiles } from '#specification/field-types/find-field-type.js';
import { compareAscending } from '#specification/values/compare-ascending.js';
import {
  actionHref,
  COMMENTS_PART,
  fieldHistoryHref,
  FILES_PART,
  type HistoryPart,
  HISTORY_FIELD_PARAMETER,
  HISTORY_PART_PARAMETER,
  assignHref,
  addCommentHref,
  editHref,
  addPrincipal,
  listHref,
  liveHref,
  oneFieldHref,
  recordHref,
  specificationHref,
  scheduledHref,
} from '../addresses/page-addresses.js';
import { displayField, getStateTitle } from '../display/display-value.js';
import { displayLastChangerName, displayPersonName } from '../display/person-names.js';
import { presentRecordCalls, type ToRefusals } from './record-calls.js';
import { presentRounds, presentSignatures } from './approvals/approval-rounds.js';
import { requiresInput } from '#domain/record/lifecycle/requires-input.js';
import { presentOverdue } from '../display/present-overdue.js';
import { calculateElapsedTime } from '../display/elapsed-time.js';
import { displayRefusals } from '../errors/displayed-refusals.js';
import { describeRetry, describeTimer } from '../scheduled/scheduled-page.js';
import { presentNextStep } from './approvals/next-step.js';
import { drawRecordWay } from './record-way.js';
import { presentLifecycleSteps } from './lifecycle-steps.js';
import { presentRecordFields } from '../display/record-fields.js';
import type { Translate } from '#views/messages/translate.js';

interface RecordPageSource {
  readonly specification: Specification;
  readonly entity: Entity;
  /** The declared detail screen, which selects and orders the fields. */
  readonly screen?: Screen;
  readonly formFields: Entity['fields'];
  readonly view: RecordView;
  readonly history: readonly TimelineItem[];
  /** Section of the history; undefined: all. */
  readonly only?: HistoryPart | undefined;
  /** ISO 8601. */
  readonly now: string;
  readonly t: Translate;
}

export function presentRecord(showing: RecordPageSource): Omit<RecordPage, 'frame' | 'choose'> {
  const { specification, entity, screen, view, history, t } = showing;
  const { visible, names } = view;
  const refusals = (reasons: readonly Reason[]) =>
    displayRefusals(
      reasons.map((reason) => translateReason(reason, t.language)),
      specification.key,
    );
  const edit = view.edit.length === 0 ? editHref(specification, entity.key, visible.id) : undefined;
  const offers = offersOf(showing, refusals);
  const fields = presentRecordFields(
    { entity, record: visible, ...(screen && { screen }) },
    { specification, names, now: showing.now, t },
  );
  return {
    id: visible.id,
    number: visible.number,
    title: visible.title,
    entity: entity.title,
    state: stateOf(showing, fields.summary),
    states: presentLifecycleSteps(entity, { state: visible.state, reached: view.reached }),
    ...wayOf(showing),
    next: presentNextStep(view.next, { specification, names, edit, t, calls: view.calls, offers }),
    version: visible.version,
    ...fields,
    calls: presentRecordCalls(showing, refusals),
    upcoming: upcomingOf(showing),
    scheduled: scheduledHref(specification),
    actions: offers,
    forOthers: view.forOthers.map(({ action, principal = '' }) => ({
      title: t('form.actionFor', { action: action.title, person: displayPersonName(names, principal, t) }),
      href: addPrincipal(actionHref(specification, entity.key, visible.id, action.key), principal),
    })),
    rounds: presentRounds(showing),
    signatures: presentSignatures(showing),
    ...(edit !== undefined && { edit }),
    editFields: edit === undefined ? {} : editFieldsOf(showing, edit),
    fieldHistory: fieldHistoryOf(showing),
    editLeadsOn: edit !== undefined && view.next.kind === 'lacking',
    editRefusals: refusals(view.edit),
    assignee: {
      id: visible.assignee,
      name: visible.assignee === null ? '' : displayPersonName(names, visible.assignee, t),
    },
    ...formsOf(showing),
    opened: { by: displayPersonName(names, visible.openedBy, t), at: visible.openedAt },
    changed: { by: displayLastChangerName(names, visible, t), at: visible.changedAt },
    specification: {
      version: visible.specification,
      href: specificationHref(specification.key, { version: visible.specification }),
    },
    history: showing.only === FILES_PART ? [] : history,
    ...historyLinks(showing, filesOf(showing)),
    live: liveHref(specification, entity.key, visible.id),
    list: { href: listHref(specification, entity.key), title: entity.plural },
  };
}

function wayOf({ entity, view, t }: RecordPageSource): Pick<RecordPage, 'way'> {
  const way = drawRecordWay(entity, { state: view.visible.state, trace: view.trace }, t);
  return way ? { way } : {};
}

function stateOf(
  { entity, view: { visible, late: passed }, now }: RecordPageSource,
  summary: readonly DisplayValue[],
): RecordPage['state'] {
  const { states } = entity.lifecycle;
  const late = presentOverdue(summary, passed, entity);
  return {
    key: visible.state,
    title: getStateTitle(entity, visible.state),
    tone: getLifecyclePresentation(entity).stateTone(visible.state),
    since: visible.stateSince,
    age: calculateElapsedTime(visible.stateSince, now),
    ...(late && { late }),
    final: states.find(({ key }) => key === visible.state)?.final ?? false,
    ...(!hasState(entity.lifecycle, visible.state) && { gone: true as const }),
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

/** Fields the viewer can change one by one, with form addresses. */
function editFieldsOf({ formFields, view }: RecordPageSource, edit: string): RecordPage['editFields'] {
  const fields = formFields.filter(({ key }) => view.editable.has(key));
  return Object.fromEntries(fields.map(({ key }) => [key, oneFieldHref(edit, key)]));
}

/** Readable fields, with the address of their history. */
function fieldHistoryOf({
  specification,
  entity,
  view: { visible },
}: RecordPageSource): RecordPage['fieldHistory'] {
  const record = recordHref(specification, entity.key, visible.id);
  const fields = entity.fields.filter(({ key }) => !visible.hidden.has(key));
  return Object.fromEntries(fields.map(({ key }) => [key, fieldHistoryHref(record, key)]));
}

function historyLinks(
  { specification, entity, only, view: { visible, historyMore, eventsOf }, t }: RecordPageSource,
  files: readonly DisplayValue[],
): Pick<RecordPage, 'historyTabs' | 'historyMore' | 'files'> {
  const record = recordHref(specification, entity.key, visible.id);
  const part = (name: HistoryPart) => `${record}?${HISTORY_PART_PARAMETER}=${name}`;
  const field = entity.fields.find(({ key }) => key === eventsOf);
  const ofField = field && fieldHistoryHref(record, field.key);
  const earlier =
    field !== undefined
      ? `${record}?${HISTORY_FIELD_PARAMETER}=${field.key}&`
      : only === undefined
        ? `${record}?`
        : `${part(only)}&`;
  const fileCount = files.reduce((count, field) => count + (field.files?.length ?? 0), 0);
  return {
    historyTabs: [
      { title: t('record.everything'), href: `${record}#history`, current: only === undefined && !field },
      ...(ofField !== undefined
        ? [{ title: t('record.historyOf', { field: field!.title }), href: ofField, current: true }]
        : []),
      {
        title: t('record.comments'),
        href: `${part(COMMENTS_PART)}#history`,
        current: only === COMMENTS_PART,
        count: visible.comments,
      },
      ...(files.length === 0
        ? []
        : [
            {
              title: t('record.files'),
              href: `${part(FILES_PART)}#history`,
              current: only === FILES_PART,
              count: fileCount,
            },
          ]),
    ],
    ...(only === FILES_PART
      ? { files: files.filter((field) => field.files && field.files.length > 0) }
      : historyMore !== undefined && { historyMore: `${earlier}history=${historyMore}#history` }),
  };
}

const filesOf = ({
  entity,
  view: { visible, names },
  specification,
  t,
}: RecordPageSource): readonly DisplayValue[] =>
  entity.fields
    .filter((field) => hasFiles(field) && !visible.hidden.has(field.key))
    .map((field) => displayField(field, visible, { specification, names, t }));

/** Above this, the page lists only actions of the current state. */
const MANY = 40;

function offersOf(
  { specification, entity, view }: RecordPageSource,
  refusals: ToRefusals,
): readonly ActionOffer[] {
  const { visible, offers } = view;
  const isHere = (action: Action) => canStartFrom(action, visible.state, entity.lifecycle);
  const here = offers.filter(({ action }) => isHere(action));
  const shown = here.length === 0 ? [] : offers.length <= MANY ? offers : here;
  return shown.map(({ action, reasons }) => ({
    key: action.key,
    title: action.title,
    help: action.help,
    ...(action.to !== undefined && { to: getStateTitle(entity, action.to) }),
    allowed: reasons.length === 0,
    tone: getLifecyclePresentation(entity).actionTone(action, visible.state),
    isHere: isHere(action),
    href: actionHref(specification, entity.key, visible.id, action.key),
    asks: requiresInput(action),
    commandId: uuid(),
    refusals: refusals(reasons),
  }));
}

/** Each form has its own command id, so that a double submit acts once. */
function formsOf({ specification, entity, view }: RecordPageSource): Pick<RecordPage, 'assign' | 'comment'> {
  const { id } = view.visible;
  return {
    ...(view.people && {
      assign: { action: assignHref(specification, entity.key, id), commandId: uuid(), people: view.people },
    }),
    ...(view.mayComment && {
      comment: {
        action: addCommentHref(specification, entity.key, id),
        commandId: uuid(),
        value: '',
        errors: [],
      },
    }),
  };
}
