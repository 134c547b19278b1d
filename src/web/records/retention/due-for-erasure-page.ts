import { translateReason } from '#domain/create-reason.js';
import type { DueLine, RetentionPage } from '#views/view-models/retention.js';
import type { Reason } from '#domain/refusal.js';
import type { VisiblePage } from '#query-handling/paging/find-visible-page.js';
import type { RecordDueForErasure } from '#query-handling/records/records-due-for-erasure.js';
import type { Entity, Specification } from '#specification/model/specification.js';
import { Period } from '#specification/values/calendar-date.js';
import { getErrorsAt } from '#web/errors/errors-by-field.js';
import { listHref, recordHref, retentionHref, specificationHref } from '#web/addresses/page-addresses.js';
import { displayRecordName } from '#web/display/record-name.js';
import { getStateTitle } from '#web/display/display-value.js';
import { getRetention } from '#domain/record/erasure/retention-period.js';
import type { ConfirmationOffer } from '#web/requests/signing-confirmation.js';
import { displayRefusals } from '#web/errors/displayed-refusals.js';
import type { Translate } from '#views/messages/translate.js';

/** Prefix of checkbox names, before the record id. */
export const ERASE_INPUT_PREFIX = 'erase.';

export interface PartialErasure {
  readonly status: number;
  readonly erased: number;
  readonly chosen: readonly string[];
  /** Of the form that comes back; undefined: another form. */
  readonly commandId?: string | undefined;
  readonly reason: string;
  readonly reasons: readonly Reason[];
  readonly nothingChosen?: boolean;
}

interface RetentionPageSource {
  readonly inputs: {
    readonly command: string;
    readonly commandId: string;
    readonly confirmation: ConfirmationOffer;
    readonly signing: { readonly name: string; readonly password: string; readonly code: string };
  };
  readonly specification: Specification;
  readonly entity: Entity;
  readonly viewer: { readonly demo?: boolean; readonly hasPassword?: boolean };
  readonly page: VisiblePage<RecordDueForErasure>;
  readonly decided?: PartialErasure;
  readonly t: Translate;
  readonly locale: string;
}

export function presentDueForErasure({
  inputs,
  specification,
  entity,
  viewer,
  page,
  decided,
  t,
  locale,
}: RetentionPageSource): Omit<RetentionPage, 'frame'> {
  const retention = getRetention(specification, entity)!;
  const { place, sign: meaning } = retention;
  const action = retentionHref(specification, entity.key);
  const reasons = decided?.reasons ?? [];
  return {
    heading: t('retention.heading', { entities: entity.plural }),
    rule: describeRule(entity, retention, { t, locale }),
    source: { line: place.line, href: specificationHref(specification.key, { line: place.line }) },
    back: { href: listHref(specification, entity.key), title: entity.plural },
    action,
    hidden: { [inputs.command]: inputs.commandId },
    lines: page.items.map((due) => lineOf({ specification, entity, t }, due, decided)),
    ...(page.next !== undefined && {
      next: `${action}?${new URLSearchParams({ after: page.next }).toString()}`,
    }),
    erased: entity.fields.filter(({ personal }) => personal !== undefined).map(({ title }) => title),
    sign: {
      meaning,
      names: inputs.signing,
      withoutPassword: viewer.demo === true && viewer.hasPassword !== true,
      ...inputs.confirmation,
      errors: getErrorsAt(reasons, 'signature'),
    },
    reason: decided?.reason ?? '',
    ...(decided && decided.erased > 0 && { done: decided.erased }),
    refusals: decided?.nothingChosen ? [nothingChosen(t)] : displayRefusals(reasons, specification.key),
  };
}

const nothingChosen = (t: Translate) => ({
  code: 'NOTHING_CHOSEN',
  message: t('retention.nothingChosen'),
  remedy: t('retention.nothingChosenRemedy'),
  fields: [],
});

interface LineContext {
  readonly specification: Specification;
  readonly entity: Entity;
  readonly t: Translate;
}

function lineOf(
  { specification, entity, t }: LineContext,
  { visible, from, due, held, shown }: RecordDueForErasure,
  decided: PartialErasure | undefined,
): DueLine {
  return {
    id: visible.id,
    href: recordHref(specification, entity.key, visible.id),
    name: displayRecordName(visible) || entity.title,
    state: getStateTitle(entity, visible.state),
    from,
    due,
    ...(held && { held: translateReason(held, t.language).message }),
    input: {
      name: `${ERASE_INPUT_PREFIX}${visible.id}`,
      value: `${visible.version} ${shown}`,
      checked: decided?.chosen.includes(visible.id) ?? false,
    },
  };
}

const UNITS = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;

type Words = Pick<RetentionPageSource, 't' | 'locale'>;

/** `P10Y6M` → `10 years and 6 months` */
function describePeriod(iso: string, { t, locale }: Words): string {
  const { duration } = new Period(iso);
  const parts = UNITS.filter((unit) => duration[unit] !== 0).map((unit) =>
    new Intl.NumberFormat(locale, { style: 'unit', unit: unit.slice(0, -1), unitDisplay: 'long' }).format(
      duration[unit],
    ),
  );
  return parts.length === 0 ? t('retention.noTime') : new Intl.ListFormat(locale).format(parts);
}

function describeRule(
  entity: Entity,
  { keep, in: states }: { readonly keep: string; readonly in?: readonly string[] },
  words: Words,
) {
  const { t, locale } = words;
  const about = { entities: entity.plural, period: describePeriod(keep, words) };
  if (!states) return t('retention.ruleAfterChange', about);
  const titles = states.map((state) => t('page.quoted', { text: getStateTitle(entity, state) }));
  const list = new Intl.ListFormat(locale, { type: 'disjunction' }).format(titles);
  return t('retention.ruleAfterState', { ...about, states: list });
}
