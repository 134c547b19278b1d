import type { PlannedConstant } from '#query-handling/scheduled/planned-constants.js';
import type {
  ScheduledItem,
  ScheduledRetryItem,
  ScheduledTimerItem,
} from '#query-handling/scheduled/scheduled-items.js';
import type { TimersRebuildProgress } from '#query-handling/scheduled/timers-rebuild-progress.js';
import { JsonAddress } from '../addresses/json-address.js';
import { recordHref } from '../addresses/page-addresses.js';

interface Scheduled {
  readonly items: readonly ScheduledItem[];
  readonly constants: readonly PlannedConstant[];
  /** Address of the next page. */
  readonly next?: string;
  readonly rebuild?: TimersRebuildProgress;
}

export const toScheduledJson = ({ items, constants, next, rebuild }: Scheduled) => ({
  items: items.filter((item) => item.kind === 'timer').map(timerJson),
  retries: items.filter((item) => item.kind === 'retry').map(retryJson),
  constants: constants.map(({ published, constant, text, from }) => ({
    application: published.specification.key,
    constant,
    value: text,
    from,
  })),
  ...(next !== undefined && { next: new JsonAddress(next) }),
  ...(rebuild && { rebuild }),
});

function timerJson(item: ScheduledTimerItem) {
  const { timer, mail } = item;
  return {
    ...recordOf(item),
    timer: timer.key,
    calls: timer.calls,
    action: timer.action ?? null,
    to: mail?.to ?? [],
    in: timer.in,
    unless: timer.unless?.source ?? null,
  };
}

function retryJson(item: ScheduledRetryItem) {
  const { call, attempts, why = null } = item;
  return { ...recordOf(item), call, attempts, why };
}

const recordOf = ({ due, published: { specification }, entity, record }: ScheduledItem) => ({
  due,
  application: specification.key,
  entity: entity.name,
  id: record.id,
  number: record.number,
  title: record.titleHidden ? null : record.title,
  state: record.state,
  page: new JsonAddress(recordHref(specification, entity.key, record.id)),
});
