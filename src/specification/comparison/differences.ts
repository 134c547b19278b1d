import type { SectionNumber, Specification } from '../model/specification.js';
import { compareAscending } from '../values/compare-ascending.js';

export interface Difference {
  readonly section: SectionNumber;
  /** Outermost first: `Request`, `Submit`. */
  readonly about: readonly string[];
  readonly sentence: string;
  /** `words`: only names, explanations or order differ. */
  readonly kind: 'meaning' | 'words';
  /** For removed things, of the earlier document. */
  readonly line?: number;
  readonly isGone?: true;
}

/** Set only if renamed. */
export const FORMER_NAME = Symbol('former name');

export interface WithFormerName {
  readonly [FORMER_NAME]?: string;
}

export interface ComparisonLocation {
  readonly before: ComparisonSide;
  readonly after: ComparisonSide;
  readonly section: SectionNumber;
  readonly about: readonly string[];
  readonly line?: number;
}

export interface ComparisonSide {
  readonly specification: Specification;
  readonly entity?: string;
}

export type Comparison<Value> = (
  before: Value,
  after: Value,
  at: ComparisonLocation,
) => readonly Difference[];

/** The compiler requires every member of the model. */
export type MemberComparisons<Whole> = { readonly [Member in keyof Whole]-?: Comparison<Whole[Member]> };

export type Formatter<Value> = (value: Value, side: ComparisonSide) => string | undefined;

export const addEntityToLocation = <Thing extends { readonly entity: string }>(
  at: ComparisonLocation,
  thing: Thing,
): ComparisonLocation => ({
  ...at,
  before: { ...at.before, entity: thing.entity },
  after: { ...at.after, entity: thing.entity },
});

const NONE: readonly Difference[] = [];

/** `_why`: documents why no comparison is needed. */
export const ignoreDifference =
  (_why: string): Comparison<unknown> =>
  () =>
    NONE;

export const IGNORED_KEY = ignoreDifference('it is what both sides are known by');
export const IGNORED_LOCATION = ignoreDifference('where something stands in the document means nothing');

export function createDifference(
  { section, about, line }: ComparisonLocation,
  sentence: string,
  kind: Difference['kind'] = 'meaning',
): Difference {
  return { section, about, sentence, kind, ...(line !== undefined && { line }) };
}

interface ComparisonOptions {
  readonly kind?: Difference['kind'];
  readonly absent?: string;
  readonly isSet?: boolean;
}

export function compareFormatted<Value>(
  what: string,
  show: Formatter<NonNullable<Value>>,
  { kind = 'meaning', absent, isSet = false }: ComparisonOptions = {},
): Comparison<Value | undefined> {
  return (before, after, at) => {
    const [one, other] = [before, after].map((value) => normalizeToJson(value, isSet));
    if (one === other) return NONE;
    const was = formatOr(before, at.before, show, absent);
    const is = formatOr(after, at.after, show, absent);
    if (was === is)
      return was === absent ? NONE : [createDifference(at, describeChange(what, one, other), kind)];
    return [createDifference(at, describeChange(what, was, is), kind)];
  };
}

/** Ignores positions, line breaks in code and order. */
const normalizeToJson = (value: unknown, isSet: boolean): string =>
  JSON.stringify(removeMeaningless(isSet && Array.isArray(value) ? value.toSorted() : value)) ?? '';

function removeMeaningless(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(removeMeaningless);
  if (typeof value !== 'object' || value === null) return value;
  if (isExpressionOrTemplate(value)) return { code: joinCodeLines(value.source) };
  const members = Object.entries(value).filter(([key]) => key !== 'place');
  return members
    .sort(([one], [other]) => compareAscending(one, other))
    .map(([key, each]) => [key, removeMeaningless(each)]);
}

const isExpressionOrTemplate = (value: object): value is { readonly source: string } =>
  'source' in value && ('evaluate' in value || 'render' in value);

export const joinCodeLines = (source: string): string => source.replace(/\s+/g, ' ').trim();

const formatOr = <Value>(
  value: Value | undefined,
  side: ComparisonSide,
  show: Formatter<NonNullable<Value>>,
  absent: string | undefined,
): string | undefined => (value === undefined || value === null ? absent : show(value, side)) ?? absent;

function describeChange(what: string, was: string | undefined, is: string | undefined): string {
  if (was === undefined) return `${what}: ${is}; there was none before.`;
  return is === undefined ? `${what}: none any more; it was ${was}.` : `${what}: ${is} instead of ${was}.`;
}

export const compareWording = (what: string): Comparison<string | undefined> =>
  compareFormatted<string>(what, quote, { kind: 'words' });

export const compareText = (what: string, absent?: string): Comparison<string | undefined> =>
  compareFormatted<string>(what, quote, { ...(absent !== undefined && { absent }) });

export const compareNumber = (what: string, absent?: string): Comparison<number | undefined> =>
  compareFormatted<number>(what, String, { ...(absent !== undefined && { absent }) });

/** Sentences for true and for false. */
export const compareFlag =
  (now: string, noMore: string): Comparison<boolean | undefined> =>
  (before = false, after = false, at) =>
    before === after ? NONE : [createDifference(at, after ? now : noMore)];

export function comparePart<Whole extends object>(
  members: MemberComparisons<Whole>,
  missing?: { readonly added: string; readonly removed: string },
): Comparison<Whole | undefined> {
  return (before, after, at) => {
    if (before && after) return compareMembers(members, before, after, at);
    if (before === after || !missing) return NONE;
    return [createDifference(at, after ? missing.added : missing.removed)];
  };
}

export function compareMembers<Whole extends object>(
  members: MemberComparisons<Whole>,
  before: Whole,
  after: Whole,
  at: ComparisonLocation,
): readonly Difference[] {
  const keys = Object.keys(members) as (keyof Whole)[];
  return keys.flatMap((key) => members[key](before[key], after[key], at));
}

export interface KeyedComparison<Thing> {
  readonly noun: string;
  key(thing: Thing): string;
  title(thing: Thing, side: ComparisonSide): string;
  line?(thing: Thing): number | undefined;
  describe?(thing: Thing, side: ComparisonSide): string;
  readonly members: MemberComparisons<Thing>;
  also?(before: Thing, after: Thing, at: ComparisonLocation): readonly Difference[];
  within?(at: ComparisonLocation, thing: Thing): ComparisonLocation;
  /** Default `words`. */
  readonly ordered?: 'meaning' | 'words' | 'never';
}

export function compareKeyedList<Thing extends object>({
  noun,
  key,
  title,
  line,
  describe,
  members,
  also = () => NONE,
  within = (at) => at,
  ordered = 'words',
}: KeyedComparison<Thing>): Comparison<readonly Thing[]> {
  return (before, after, at) => {
    const [was, is] = [before, after].map((all) => new Map(all.map((each) => [key(each), each])));
    const lineOf = (thing: Thing) => {
      const found = line?.(thing);
      return found === undefined ? {} : { line: found };
    };
    const gone = [...was!].flatMap(([name, thing]): Difference[] =>
      is!.has(name)
        ? []
        : [
            {
              ...createDifference(
                { ...at, ...lineOf(thing) },
                `${noun} “${title(thing, at.before)}” is gone.`,
              ),
              isGone: true,
            },
          ],
    );
    const others = [...is!].flatMap(([name, thing]) => {
      const here = { ...at, ...lineOf(thing) };
      const earlier = was!.get(name);
      if (!earlier) {
        const more = describe?.(thing, at.after) ?? '';
        return [
          createDifference(
            here,
            `${noun} “${title(thing, at.after)}” is new${more === '' ? '.' : `: ${more}.`}`,
          ),
        ];
      }
      const inside = within({ ...here, about: [...at.about, title(thing, at.after)] }, thing);
      return [
        ...describeRename(
          before.filter((each) => key(each) === name),
          inside,
        ),
        ...compareMembers(members, earlier, thing, inside),
        ...also(earlier, thing, inside),
      ];
    });
    return [...gone, ...others, ...compareOrder([...was!.keys()], [...is!.keys()], { noun, ordered, at })];
  };
}

function describeRename(
  earlier: readonly (object & WithFormerName)[],
  at: ComparisonLocation,
): readonly Difference[] {
  const former = earlier.flatMap((each) => each[FORMER_NAME] ?? []);
  const names = joinWithAnd(former.map((name) => `\`${name}\``));
  if (names === undefined) return NONE;
  const isWhole = former.length === earlier.length;
  return [createDifference(at, isWhole ? `Renamed from ${names}.` : `It takes the place of ${names}, too.`)];
}

function compareOrder(
  was: readonly string[],
  is: readonly string[],
  { noun, ordered, at }: { noun: string; ordered: 'meaning' | 'words' | 'never'; at: ComparisonLocation },
): readonly Difference[] {
  if (ordered === 'never') return NONE;
  const [known, left] = [new Set(was), new Set(is)];
  const [one, other] = [was.filter((key) => left.has(key)), is.filter((key) => known.has(key))];
  if (one.every((key, index) => other[index] === key)) return NONE;
  return [createDifference(at, `${noun}s stand in another order.`, ordered)];
}

export const compareKeyedRecord =
  <Thing extends object>(all: KeyedComparison<Thing>): Comparison<Readonly<Record<string, Thing>>> =>
  (before, after, at) =>
    compareKeyedList(all)(Object.values(before), Object.values(after), at);

export const quote = (words: string): string => `“${words}”`;

/** `A, B and C`; undefined: empty. */
export function joinWithAnd(all: readonly string[]): string | undefined {
  const last = all.at(-1);
  return all.length < 2 ? last : `${all.slice(0, -1).join(', ')} and ${last}`;
}
