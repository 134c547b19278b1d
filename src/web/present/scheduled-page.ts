// What will happen by itself → the view-model of its page.
import type { ScheduledPage, ScheduledRow, TimerWords } from '#views/view-models/scheduled.js';
import type { Names } from '#query-handling/mentions.js';
import type { PlannedConstant } from '#query-handling/records/planned-constants.js';
import type { NextTimer, ScheduledItem } from '#query-handling/records/scheduled-timers.js';
import type { Entity, Specification } from '#specification/specification.js';
import { constantsHref, recordHref } from '../routes.js';
import { personName, stateTitle } from './shown.js';

interface ScheduledPageSource {
  readonly specification: Specification;
  readonly items: readonly ScheduledItem[];
  readonly names: Names;
  /** Those that begin to hold between what is on the page. */
  readonly constants: readonly PlannedConstant[];
  readonly next?: string;
}

/** Everything but the frame. */
export function presentScheduled(source: ScheduledPageSource): Omit<ScheduledPage, 'frame'> {
  const { specification, items, names, constants, next } = source;
  const rows = [
    ...items.map((item) => timerRow(item, specification, names)),
    ...constants.map((each) => constantRow(each, specification)),
  ];
  return {
    application: specification.name,
    rows: rows.toSorted((one, other) => (one.due < other.due ? -1 : one.due > other.due ? 1 : 0)),
    ...(next !== undefined && { next }),
  };
}

function timerRow(item: ScheduledItem, specification: Specification, names: Names): ScheduledRow {
  const { entity, record, timer } = item;
  const { number, title } = record;
  return {
    id: `${record.id} ${timer.key}`,
    ...describeTimer(item, { entity, names }),
    about: {
      href: recordHref(specification, entity.key, record.id),
      title: title || number || entity.title,
      kind: title && number ? `${entity.title} ${number}` : entity.title,
    },
  };
}

const constantRow = (
  { constant, text, from, at }: PlannedConstant,
  { key }: Specification,
): ScheduledRow => ({
  id: `${constant} ${from}`,
  what: `Changes to ${text}`,
  due: at,
  isDay: true,
  about: { href: constantsHref(key), title: constant, kind: 'Constant' },
});

export function describeTimer(
  { timer, due, mail }: NextTimer,
  { entity, names }: { readonly entity: Entity; readonly names: Names },
): TimerWords {
  const to = (mail?.to ?? []).map((id) => personName(names, id));
  return {
    what: to.length === 0 ? timer.title : `${timer.title}: mail to ${to.join(', ')}`,
    due,
    ifStill: timer.in.map((state) => `“${stateTitle(entity, state)}”`).join(' or '),
    ...(timer.unless && { unless: timer.unless.source }),
  };
}
