import { ANY_PROGRAM } from '#query-handling/timeline/list-programs.js';
import { createFormats } from '#views/format.js';
import { TIMELINE_PATH } from '#views/addresses.js';
import type { MessageId } from '#views/messages/en/all.js';
import type { Translate } from '#views/messages/translate.js';
import type { ActiveFilter, OptionGroup, TimelineFilters } from '#views/view-models/timeline.js';
import {
  EVERY_TYPE,
  writeTimelineAddress,
  type TimelineAddress,
  type TimelineParameter,
} from '../addresses/timeline-address.js';

export interface ActiveFilterWithClause extends ActiveFilter {
  /** Its part of the sentence. */
  readonly clause: string;
}

type Values = TimelineAddress['values'];

interface FilterWords {
  readonly names: readonly TimelineParameter[];
  readonly title: MessageId;
  /** By the value of the first name. */
  readonly clause: MessageId | ((value: string) => MessageId);
  readonly shown?: (value: string, sources: Sources) => string;
}

interface Sources {
  readonly filters: TimelineFilters;
  readonly t: Translate;
  readonly timeZone: string;
}

const among =
  (optionsOf: (filters: TimelineFilters) => OptionGroup['options']) =>
  (value: string, { filters }: Sources): string =>
    optionsOf(filters).find((option) => option.value === value)?.title ?? value;

const inGroups =
  (group: 'activities' | 'fields') =>
  (value: string, { filters }: Sources): string =>
    filters[group]
      .flatMap(({ title: of, options }) => options.map((option) => ({ ...option, of })))
      .filter((option) => option.value === value)
      .map(({ title, of }) => `${title} (${of})`)[0] ?? value;

const dayIn = (value: string, { t, timeZone }: Sources) => createFormats(t.language, timeZone).date(value);

/** In the order of the form. */
const FILTERS: readonly FilterWords[] = [
  { names: ['q'], title: 'timeline.words', clause: 'timeline.showing.words' },
  {
    names: ['person'],
    title: 'timeline.person',
    clause: 'timeline.showing.person',
    shown: among(({ people }) => people.items),
  },
  {
    names: ['type'],
    title: 'timeline.kind',
    clause: (value) => (value === EVERY_TYPE ? 'timeline.showing.everyKind' : 'timeline.showing.kind'),
    shown: among(({ kinds, types }) => [...kinds, ...types.flatMap(({ options }) => options)]),
  },
  {
    names: ['application'],
    title: 'timeline.application',
    clause: 'timeline.showing.application',
    shown: among(({ applications }) => applications),
  },
  { names: ['record'], title: 'page.record', clause: 'timeline.showing.record' },
  {
    names: ['month'],
    title: 'timeline.month',
    clause: 'timeline.showing.month',
    shown: among(({ months }) => months),
  },
  { names: ['from', 'until'], title: 'timeline.happened', clause: 'timeline.showing.happened', shown: dayIn },
  {
    names: ['activity'],
    title: 'timeline.activity',
    clause: 'timeline.showing.activity',
    shown: inGroups('activities'),
  },
  {
    names: ['field'],
    title: 'timeline.field',
    clause: 'timeline.showing.field',
    shown: inGroups('fields'),
  },
  { names: ['value'], title: 'timeline.value', clause: 'timeline.showing.value' },
  {
    names: ['as'],
    title: 'timeline.as',
    clause: (value) => (value === 'deputy' ? 'timeline.showing.deputy' : 'timeline.showing.opener'),
    shown: (value, { t }) =>
      value === 'deputy' ? t('timeline.asDeputy') : value === 'opener' ? t('timeline.asOpener') : value,
  },
  {
    names: ['program'],
    title: 'timeline.program',
    clause: (value) => (value === ANY_PROGRAM ? 'timeline.showing.anyProgram' : 'timeline.showing.program'),
    shown: among(({ programs }) => programs),
  },
  {
    names: ['within'],
    title: 'timeline.within',
    clause: 'timeline.showing.within',
    shown: (value, { t }) => t('timeline.withinMinutes', { count: Number(value) || 0 }),
  },
  { names: ['time.from', 'time.until'], title: 'timeline.timeOfDay', clause: 'timeline.showing.time' },
  {
    names: ['recorded.from', 'recorded.until'],
    title: 'timeline.recorded',
    clause: 'timeline.showing.recorded',
    shown: dayIn,
  },
  {
    names: ['position.from', 'position.until'],
    title: 'timeline.position',
    clause: 'timeline.showing.position',
  },
];

export function listActiveFilters(values: Values, sources: Sources): readonly ActiveFilterWithClause[] {
  const { t } = sources;
  return FILTERS.filter(({ names }) => names.some((name) => values[name] !== '')).map((filter) => {
    const { names, title, clause, shown = (text: string) => text } = filter;
    const [first = '', last] = names.map((name) => values[name] && shown(values[name], sources));
    const value = last === undefined ? first : describeRange(first, last, t);
    const message = typeof clause === 'string' ? clause : clause(values[names[0]!]);
    return {
      title: t(title),
      value,
      clause: t(message, { value }),
      without: writeTimelineAddress(TIMELINE_PATH, { ...values, ...blank(names) }, {}),
    };
  });
}

const blank = (names: readonly TimelineParameter[]) => Object.fromEntries(names.map((name) => [name, '']));

function describeRange(from: string, until: string, t: Translate): string {
  if (from === '') return t('filter.untilValue', { value: until });
  return until === '' ? t('filter.fromValue', { value: from }) : t('timeline.range', { from, until });
}

/** A sentence that stands alone, also on paper. `set`: undefined where a filter was not understood. */
export function describeFilters(
  set: readonly ActiveFilterWithClause[] | undefined,
  { order, type, activity, field }: Pick<TimelineFilters, 'order' | 'type' | 'activity' | 'field'>,
  t: Translate,
): string {
  const sorted = t(order === 'happened' ? 'timeline.asHappened' : 'timeline.asRecorded');
  if (!set) return sorted;
  if (set.length === 0) return `${t('timeline.showing.all')} ${sorted}`;
  // Gaps between the numbers of events would look like a damaged log.
  const leavesOutKinds = type === '' && activity === '' && field === '';
  const clauses = set.map(({ clause }) => clause).join(', ');
  const what = t(leavesOutKinds ? 'timeline.showing.usual' : 'timeline.showing', { clauses });
  return `${what} ${sorted}`;
}
