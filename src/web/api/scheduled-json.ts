// What will happen by itself, as the JSON API gives it.
import type { PlannedConstant } from '#query-handling/records/planned-constants.js';
import type { ScheduledItem } from '#query-handling/records/scheduled-timers.js';
import type { Specification } from '#specification/specification.js';
import { recordHref, SCHEDULED } from '../routes.js';

interface Scheduled {
  readonly items: readonly ScheduledItem[];
  readonly constants: readonly PlannedConstant[];
  /** Query of the call for what comes later. */
  readonly next?: string;
}

export const scheduledJson = (specification: Specification, { items, constants, next }: Scheduled) => ({
  items: items.map(({ entity, record, timer, due, mail }) => ({
    due,
    entity: entity.name,
    id: record.id,
    number: record.number,
    title: record.titleHidden ? null : record.title,
    state: record.state,
    timer: timer.key,
    calls: timer.calls,
    action: timer.action ?? null,
    /** Ids of the people a mail will be sent to. */
    to: mail?.to ?? [],
    in: timer.in,
    unless: timer.unless?.source ?? null,
    page: recordHref(specification, entity.key, record.id),
  })),
  constants: constants.map(({ constant, text, from }) => ({ constant, value: text, from })),
  ...(next !== undefined && { next: `/api/${specification.key}/${SCHEDULED}?${next}` }),
});
