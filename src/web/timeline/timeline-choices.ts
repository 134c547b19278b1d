import { Temporal } from 'temporal-polyfill';
import { SYSTEM_ACTOR_ID, UNKNOWN_ACTOR_ID } from '#domain/event.js';
import { foldText } from '#specification/values/fold-text.js';
import type { DisplayLocale } from '#specification/values/format-by-locale.js';
import {
  findChoices,
  MAX_UNFILTERED_CHOICES,
  findMatchingPeople,
  type Choice,
  type ChoiceList,
} from '#query-handling/lists/choices.js';
import { markNameAsFromLog } from '#query-handling/names/look-alike-names.js';
import type { ErasedPerson, ListedPerson } from '#query-handling/query-dependencies.js';
import type { ActionTitle } from '#query-handling/timeline/action-titles.js';
import type { ListedField } from '#query-handling/timeline/changed-fields.js';
import {
  EVENT_KINDS,
  isEventKind,
  listTypesOfKind,
  toEventKind,
  type EventKind,
} from '#query-handling/timeline/event-kinds.js';
import { ANY_PROGRAM, type ListedProgram } from '#query-handling/timeline/list-programs.js';
import { compareAscending } from '#specification/values/compare-ascending.js';
import { createFormats } from '#views/format.js';
import type { MessageId } from '#views/messages/en/all.js';
import type { Translate } from '#views/messages/translate.js';
import type { OptionGroup } from '#views/view-models/timeline.js';
import { APPROVALS, EVERY_TYPE } from '../addresses/timeline-address.js';
import { displayErasedPerson } from '../display/person-names.js';
import { findTranslatedEventType } from './german-events.js';

const KIND_TITLES: Readonly<Record<EventKind, MessageId>> = {
  decisions: 'timeline.kind.decisions',
  changes: 'timeline.kind.changes',
  comments: 'timeline.kind.comments',
  erasures: 'timeline.kind.erasures',
  calls: 'timeline.kind.calls',
  people: 'timeline.kind.people',
  specifications: 'timeline.kind.specifications',
  'sign-ins': 'timeline.kind.sign-ins',
  internal: 'timeline.kind.internal',
};

export const eventKindsToChoose = (t: Translate): OptionGroup['options'] => [
  { value: APPROVALS, title: t('timeline.kind.approvals') },
  ...EVENT_KINDS.map((value) => ({ value, title: t(KIND_TITLES[value]) })),
  { value: EVERY_TYPE, title: t('timeline.everything') },
];

const LISTED_MONTHS = 12;

/** Last months, newest first, and the chosen one. */
export function monthsToChoose(
  chosen: string,
  { now, timeZone, t }: { readonly now: string; readonly timeZone: string; readonly t: Translate },
): OptionGroup['options'] {
  const { monthName } = createFormats(t.language, timeZone);
  const current = Temporal.Instant.from(now).toZonedDateTimeISO(timeZone).toPlainDate().toPlainYearMonth();
  const recent = Array.from({ length: LISTED_MONTHS }, (_, months) =>
    current.subtract({ months }).toString(),
  );
  const isOther = /^\d{4}-(0[1-9]|1[0-2])$/.test(chosen) && !recent.includes(chosen);
  return [...recent, ...(isOther ? [chosen] : [])].map((value) => ({
    value,
    title: monthName(`${value}-01`),
  }));
}

/** Single types by kind; internal ones only where one of them is chosen. */
export function eventTypesToChoose(chosen: string, t: Translate): readonly OptionGroup[] {
  const isKind = isEventKind(chosen) || chosen === '' || chosen === APPROVALS;
  const kind = isKind ? chosen : toEventKind(chosen);
  const isInternalShown = chosen === EVERY_TYPE || INTERNAL.has(kind);
  return EVENT_KINDS.filter((each) => isInternalShown || !INTERNAL.has(each)).map((each) => ({
    title: t(KIND_TITLES[each]),
    options: listTypesOfKind(each).map((value) => ({
      value,
      title: findTranslatedEventType(t.language, value)!.title,
    })),
  }));
}

/** By name: a program may have had several tokens. */
export function programsToChoose(programs: readonly ListedProgram[], t: Translate): OptionGroup['options'] {
  if (programs.length === 0) return [];
  const names = [...new Set(programs.flatMap(({ name }) => name ?? []))].sort((one, other) =>
    compareAscending(foldText(one), foldText(other)),
  );
  return [
    { value: ANY_PROGRAM, title: t('timeline.anyProgram') },
    ...names.map((name) => ({ value: name, title: name })),
  ];
}

const INTERNAL: ReadonlySet<string> = new Set(['sign-ins', 'internal'] satisfies EventKind[]);

export interface TimelinePeople {
  readonly people: readonly ListedPerson[];
  readonly fromLogs: readonly ListedPerson[];
  readonly erased: readonly ErasedPerson[];
}

/** Registered people first, then people known from logs, erased people, and system actors. */
export async function peopleToChoose(
  { people, fromLogs, erased }: TimelinePeople,
  search: { readonly text: string; readonly chosen: readonly ListedPerson[] },
  { t, ...frame }: DisplayLocale & { readonly t: Translate },
): Promise<ChoiceList> {
  const systemEntry = (id: string, name: string): ListedPerson => ({ id, name, key: foldText(name) });
  const all = [
    ...people,
    systemEntry(SYSTEM_ACTOR_ID, t('timeline.byItself')),
    ...fromLogs.map((person) => ({ ...person, name: markNameAsFromLog(person.name) })),
    ...(fromLogs.length > 0 ? [systemEntry(UNKNOWN_ACTOR_ID, t('timeline.notRecorded'))] : []),
    ...erased.map((person) => erasedPerson(person, frame, t)),
  ];
  const chosen = search.chosen.map(({ id, name }) => {
    const listed = all.find((person) => person.id === id);
    return { value: id, title: listed?.name ?? name };
  });
  const here = findMatchingPeople([...people, systemEntry(SYSTEM_ACTOR_ID, t('timeline.byItself'))])(
    '',
  ).items;
  const first = here.length <= MAX_UNFILTERED_CHOICES ? here : [];
  return findChoices(findMatchingPeople(all), { text: search.text, chosen, first });
}

/** Searchable by id, which alone distinguishes erased persons. */
function erasedPerson({ id, erasedAt }: ErasedPerson, frame: DisplayLocale, t: Translate): ListedPerson {
  const { date, day: dayOf } = createFormats(frame.locale, frame.timeZone);
  const name = t('timeline.erasedPerson', { name: displayErasedPerson(id, t), day: date(dayOf(erasedAt)) });
  return { id, name, key: foldText(`${name} ${id}`) };
}

export function activitiesToChoose(
  activities: readonly ActionTitle[],
  chosen: string,
  t: Translate,
): readonly OptionGroup[] {
  const groups = new Map<string, Choice[]>();
  for (const each of activities) {
    const { application, entity, action, of } = each;
    if (chosen !== '' && application !== chosen) continue;
    const known = groups.get(of) ?? [];
    groups.set(of, [
      ...known,
      { value: [application, entity, action].join('.'), title: withFormer(each, t) },
    ]);
  }
  return [...groups].map(([title, options]) => ({ title, options }));
}

export function fieldsToChoose(fields: readonly ListedField[], chosen: string): readonly OptionGroup[] {
  const groups = new Map<string, Choice[]>();
  for (const { application, entity, field, title, of } of fields) {
    if (chosen !== '' && application !== chosen) continue;
    const value = [application, entity, field].join('.');
    groups.set(of, [...(groups.get(of) ?? []), { value, title }]);
  }
  return [...groups].map(([title, options]) => ({ title, options }));
}

/** Searchable by the title of that time. */
function withFormer({ title, former, isGone }: ActionTitle, t: Translate): string {
  const more = [
    ...(former.length > 0
      ? [t('timeline.formerly', { names: former.slice(0, MOST_FORMER).join(', ') })]
      : []),
    ...(isGone ? [t('timeline.gone')] : []),
  ];
  return more.length > 0 ? `${title} (${more.join('; ')})` : title;
}

const MOST_FORMER = 3;
