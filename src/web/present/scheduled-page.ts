// What will happen by itself → the view-model of its page.
import type { ScheduledPage, ScheduledRow, TimerWords } from '#views/view-models/scheduled.js';
import type { Names } from '#query-handling/mentions.js';
import type { PlannedConstant } from '#query-handling/records/planned-constants.js';
import type { NextTimer, ScheduledItem } from '#query-handling/records/scheduled-timers.js';
import type { Entity, Specification } from '#specification/specification.js';
import { constantsHref, recordHref } from '../routes.js';
import { alternatives } from './alternatives.js';
import { valueText } from './constants-page.js';
import { stateTitle } from './shown.js';
import { personName } from './person-names.js';
import type { Translate } from '#views/messages/translate.js';

interface ScheduledPageSource {
  readonly specification: Specification;
  readonly items: readonly ScheduledItem[];
  readonly names: Names;
  /** Those that begin to hold between what is on the page. */
  readonly constants: readonly PlannedConstant[];
  readonly next?: string;
  readonly t: Translate;
}

/** Everything but the frame. */
export function presentScheduled(source: ScheduledPageSource): Omit<ScheduledPage, 'frame'> {
  const { specification, items, names, constants, next, t } = source;
  const rows = [
    ...items.map((item) => timerRow(item, { specification, names, t })),
    ...constants.map((each) => constantRow(each, specification, t)),
  ];
  return {
    application: specification.name,
    rows: rows.toSorted((one, other) => (one.due < other.due ? -1 : one.due > other.due ? 1 : 0)),
    ...(next !== undefined && { next }),
  };
}

function timerRow(
  item: ScheduledItem,
  {
    specification,
    names,
    t,
  }: { readonly specification: Specification; readonly names: Names; readonly t: Translate },
): ScheduledRow {
  const { entity, record, timer } = item;
  const { number, title } = record;
  return {
    id: `${record.id} ${timer.key}`,
    ...describeTimer(item, { entity, names, t }),
    about: {
      href: recordHref(specification, entity.key, record.id),
      title: title || number || entity.title,
      kind: title && number ? `${entity.title} ${number}` : entity.title,
    },
  };
}

const constantRow = (
  { constant, title, text, from, at }: PlannedConstant,
  specification: Specification,
  t: Translate,
): ScheduledRow => ({
  id: `${constant} ${from}`,
  what: t('scheduled.changesTo', { value: valueText(specification, constant, text, t) }),
  due: at,
  isDay: true,
  about: { href: constantsHref(specification.key), title, kind: t('constants.constant') },
});

export function describeTimer(
  { timer, due, mail }: NextTimer,
  { entity, names, t }: { readonly entity: Entity; readonly names: Names; readonly t: Translate },
): TimerWords {
  const people = (mail?.to ?? []).map((id) => personName(names, id, t)).join(', ');
  const mailed =
    mail?.title === undefined
      ? t('scheduled.mailTo', { timer: timer.title, people })
      : t('scheduled.titledTo', { mail: mail.title, people });
  return {
    what: people === '' ? timer.title : mailed,
    due,
    ifStill: alternatives(
      timer.in.map((state) => t('page.quoted', { text: stateTitle(entity, state) })),
      t,
    ),
    ...(timer.unless && { unless: timer.unless.source }),
  };
}
