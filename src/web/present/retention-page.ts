// What is due → the view-model of its page.
import { v7 as uuid } from 'uuid';
import type { DueLine, RetentionPage } from '#views/view-models/retention.js';
import type { Reason } from '#domain/refusal.js';
import type { VisiblePage } from '#query-handling/find-page.js';
import type { DueRecord } from '#query-handling/records/due-records.js';
import type { Entity, Specification } from '#specification/specification.js';
import { Period } from '#specification/values/calendar.js';
import { errorsAt } from '../errors-by-field.js';
import { listHref, recordHref, retentionHref, specificationHref } from '../routes.js';
import { recordName } from './record-name.js';
import { stateTitle } from './shown.js';
import { retentionOf } from '#domain/record/retention.js';
import { refusalsOf } from '../refusals.js';

/** Names of the boxes begin so; an id follows. */
export const CHOSEN = 'erase.';

/** What came of what was posted. */
export interface DecidedAbout {
  readonly status: number;
  readonly erased: number;
  readonly chosen: readonly string[];
  readonly reason: string;
  readonly reasons: readonly Reason[];
  readonly nothingChosen?: boolean;
}

interface RetentionPageSource {
  /** Names of inputs. */
  readonly inputs: {
    readonly command: string;
    readonly signing: { readonly name: string; readonly password: string };
  };
  readonly specification: Specification;
  readonly entity: Entity;
  readonly viewer: { readonly demo?: boolean; readonly hasPassword?: boolean };
  readonly page: VisiblePage<DueRecord>;
  readonly decided?: DecidedAbout;
}

/** Everything but the frame. */
export function presentDue({
  inputs,
  specification,
  entity,
  viewer,
  page,
  decided,
}: RetentionPageSource): Omit<RetentionPage, 'frame'> {
  const retention = retentionOf(specification, entity)!;
  const { place, sign: meaning } = retention;
  const action = retentionHref(specification, entity.key);
  const reasons = decided?.reasons ?? [];
  return {
    heading: `Due to be erased: ${entity.plural}`,
    rule: describeRule(entity, retention),
    source: { line: place.line, href: specificationHref(specification.key, { line: place.line }) },
    back: { href: listHref(specification, entity.key), title: entity.plural },
    action,
    hidden: { [inputs.command]: uuid() },
    lines: page.items.map((due) => lineOf(specification, entity, due, decided)),
    ...(page.next !== undefined && {
      next: `${action}?${new URLSearchParams({ after: page.next }).toString()}`,
    }),
    erased: entity.fields.filter(({ personal }) => personal !== undefined).map(({ title }) => title),
    sign: {
      meaning,
      names: inputs.signing,
      withoutPassword: viewer.demo === true && viewer.hasPassword !== true,
      errors: errorsAt(reasons, 'signature'),
    },
    reason: decided?.reason ?? '',
    ...(decided && decided.erased > 0 && { done: decided.erased }),
    refusals: decided?.nothingChosen ? [NOTHING_CHOSEN] : refusalsOf(reasons, specification.key),
  };
}

const NOTHING_CHOSEN = {
  code: 'NOTHING_CHOSEN',
  message: 'No record is chosen.',
  remedy: 'Tick those that are to be erased.',
  fields: [],
};

function lineOf(
  specification: Specification,
  entity: Entity,
  { seen, from, due, held, shown }: DueRecord,
  decided: DecidedAbout | undefined,
): DueLine {
  return {
    id: seen.id,
    href: recordHref(specification, entity.key, seen.id),
    name: recordName(seen) || entity.title,
    state: stateTitle(entity, seen.state),
    from,
    due,
    ...(held && { held: held.message }),
    input: {
      name: `${CHOSEN}${seen.id}`,
      value: `${seen.version} ${shown}`,
      checked: decided?.chosen.includes(seen.id) ?? false,
    },
  };
}

const UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;

/** `P10Y6M` → `10 years and 6 months`. */
function describePeriod(iso: string): string {
  const { duration } = new Period(iso);
  const said = UNITS.flatMap((unit) => {
    const count = duration[unit];
    return count === 0 ? [] : [count === 1 ? `one ${unit.slice(0, -1)}` : `${count} ${unit}`];
  });
  return said.join(' and ') || 'no time';
}

function describeRule(
  entity: Entity,
  { keep, in: states }: { readonly keep: string; readonly in?: readonly string[] },
) {
  const after = states
    ? `it came to ${states.map((state) => `“${stateTitle(entity, state)}”`).join(' or ')}`
    : 'it was last changed';
  return `What is personal in ${entity.plural} is kept for ${describePeriod(keep)} after ${after}.`;
}
