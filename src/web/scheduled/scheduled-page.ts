import type { ScheduledLine, ScheduledPage, ScheduledRow } from '#views/view-models/scheduled.js';
import type { ReferenceNames } from '#query-handling/names/find-names.js';
import type { PlannedConstant } from '#query-handling/scheduled/planned-constants.js';
import type { VisibleRetry, ScheduledItem } from '#query-handling/scheduled/scheduled-items.js';
import type { TimersRebuildProgress } from '#query-handling/scheduled/timers-rebuild-progress.js';
import type { VisibleTimer } from '#query-handling/scheduled/scheduled-timers.js';
import { getCallTitle } from '#specification/sections/calls/call-title.js';
import type { Entity, Specification } from '#specification/model/specification.js';
import { compareAscending } from '#specification/values/compare-ascending.js';
import { constantsHref, recordHref } from '../addresses/page-addresses.js';
import { joinAlternatives } from '../display/alternatives.js';
import { formatConstantText } from '../specifications/constants-page.js';
import { getStateTitle } from '../display/display-value.js';
import { displayPersonName } from '../display/person-names.js';
import type { Translate } from '#views/messages/translate.js';

interface ScheduledPageSource {
  readonly specification: Specification;
  readonly items: readonly ScheduledItem[];
  readonly names: ReferenceNames;
  /** Those that take effect within the page's period. */
  readonly constants: readonly PlannedConstant[];
  readonly next?: string;
  readonly rebuild?: TimersRebuildProgress;
  readonly t: Translate;
}

export function presentScheduled(source: ScheduledPageSource): Omit<ScheduledPage, 'frame'> {
  const { specification, items, constants, next, rebuild, t } = source;
  const rows = [
    ...items.map((item) => itemRow(item, source)),
    ...constants.map((each) => constantRow(each, specification, t)),
  ];
  return {
    application: specification.name,
    rows: rows.toSorted((one, other) => compareAscending(one.due, other.due)),
    ...(next !== undefined && { next }),
    ...(rebuild && { rebuild }),
  };
}

function itemRow(
  item: ScheduledItem,
  { specification, names, t }: Pick<ScheduledPageSource, 'specification' | 'names' | 't'>,
): ScheduledRow {
  const { entity, record } = item;
  const { number, title } = record;
  const isTimer = item.kind === 'timer';
  return {
    id: `${record.id} ${isTimer ? item.timer.key : item.id}`,
    ...(isTimer ? describeTimer(item, { entity, names, t }) : describeRetry(item, { specification, t })),
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
  what: t('scheduled.changesTo', { value: formatConstantText(specification, constant, text, t) }),
  due: at,
  isDay: true,
  about: { href: constantsHref(specification.key), title, kind: t('constants.constant') },
});

export function describeTimer(
  { timer, due, mail }: VisibleTimer,
  { entity, names, t }: { readonly entity: Entity; readonly names: ReferenceNames; readonly t: Translate },
): ScheduledLine {
  const people = (mail?.to ?? []).map((id) => displayPersonName(names, id, t)).join(', ');
  const mailed =
    mail?.title === undefined
      ? t('scheduled.mailTo', { timer: timer.title, people })
      : t('scheduled.titledTo', { mail: mail.title, people });
  return {
    what: people === '' ? timer.title : mailed,
    due,
    ifStill: joinAlternatives(
      timer.in.map((state) => t('page.quoted', { text: getStateTitle(entity, state) })),
      t,
    ),
    ...(timer.unless && { unless: timer.unless.source }),
  };
}

export const describeRetry = (
  { call, due, why }: VisibleRetry,
  { specification, t }: { readonly specification: Pick<Specification, 'calls'>; readonly t: Translate },
): ScheduledLine => ({
  what: t('scheduled.nextAttempt', { call: getCallTitle(specification, call) }),
  due,
  ...(why !== undefined && { cause: t('scheduled.cause', { why }) }),
});
