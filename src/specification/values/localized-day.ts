// `20.11.2026`, `20 Nov 2026`, `11/20/2026`; other calendars use ISO 8601.
import { chooseDisplayLocale } from '../numbers/choose-display-locale.js';
import { isDate } from './calendar-date.js';

type Part = 'day' | 'month' | 'year';

interface DayNotation {
  readonly order: readonly Part[];
  /** Name → `01` … `12`. */
  readonly months: ReadonlyMap<string, string>;
  /** `de` in Spanish. */
  readonly between: ReadonlySet<string>;
  readonly digits: ReadonlyMap<string, string>;
  readonly format: Intl.DateTimeFormat;
}

const known = new Map<string, DayNotation | undefined>();

/** YYYY-MM-DD; undefined: invalid or ambiguous. */
export function parseLocalizedDay(text: string, locale: string): string | undefined {
  const notation = notationOf(locale);
  return notation && dayIn(inPlainFigures(text, notation), notation);
}

/** YYYY-MM; undefined: invalid. */
export function parseLocalizedMonth(text: string, locale: string): string | undefined {
  const notation = notationOf(locale);
  if (!notation) return undefined;
  const plain = inPlainFigures(text, notation);
  const figures = plain.match(/\d+/g) ?? [];
  const name = withoutWords(plain, notation.between);
  const named = notation.months.get(name.join(' '));
  const year = figures.find(({ length }) => length === 4);
  const others = [...figures.filter((each) => each !== year), ...(named === undefined ? [] : [named])];
  if (year === undefined || others.length !== 1 || (name.length > 0 && named === undefined)) return undefined;
  return isoDay({ year, month: others[0]!, day: '1' })?.slice(0, 7);
}

const TIME = /[\s,\u060c](\d{1,2})[:.](\d{2})(?::(\d{2}))?(?:\s*([ap])\.?\s?m\.?)?$/iu;

/** YYYY-MM-DDTHH:MM:SS; undefined: invalid. */
export function parseLocalizedMoment(text: string, locale: string): string | undefined {
  const notation = notationOf(locale);
  const plain = notation && inPlainFigures(text, notation);
  const [time, hour = '', minute = '', second = '00', half] = TIME.exec(plain ?? '') ?? [];
  const day = time === undefined ? undefined : dayIn(plain!.slice(0, -time.length), notation!);
  if (day === undefined) return undefined;
  return `${day}T${hourOf(hour, half?.toLowerCase())}:${minute}:${second}`;
}

/** `half`: `a` or `p`. */
function hourOf(hour: string, half: string | undefined): string {
  const past = half === undefined ? Number(hour) : (Number(hour) % 12) + (half === 'p' ? 12 : 0);
  return String(past).padStart(2, '0');
}

/** Figures only, from the year 1000 on. */
export function formatLocalizedDay(iso: string, locale: string): string {
  const notation = notationOf(locale);
  return notation ? notation.format.format(new Date(`${iso}T00:00:00Z`)) : iso;
}

function notationOf(locale: string): DayNotation | undefined {
  if (!known.has(locale)) known.set(locale, learn(chooseDisplayLocale(locale)));
  return known.get(locale);
}

const IN_FIGURES = { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: 'UTC' } as const;
const WITH_NAMES = [
  { dateStyle: 'medium', timeZone: 'UTC' },
  { dateStyle: 'long', timeZone: 'UTC' },
  { month: 'long', year: 'numeric', timeZone: 'UTC' },
  { month: 'short', year: 'numeric', timeZone: 'UTC' },
] as const;
const WORD = /\p{L}[\p{L}\p{M}]*/gu;

function learn(locale: string): DayNotation | undefined {
  const format = new Intl.DateTimeFormat(locale, IN_FIGURES);
  if (format.resolvedOptions().calendar !== 'gregory') return undefined;
  const parts = format.formatToParts(0).map(({ type }) => type);
  const figures = new Intl.NumberFormat(locale, { useGrouping: false });
  return {
    ...namesIn(locale),
    format,
    order: parts.filter((type): type is Part => ['day', 'month', 'year'].includes(type)),
    digits: new Map(Array.from({ length: 10 }, (_, digit) => [figures.format(digit), String(digit)])),
  };
}

/** British English accepts “Sep” beside “Sept”. */
function namesIn(locale: string): Pick<DayNotation, 'months' | 'between'> {
  const texts = textsOfMonths([locale, locale.replace('-GB', '-US')]);
  const between = new Set(texts.flatMap(({ others }) => others.flatMap(wordsIn)));
  const months = new Map(
    texts.flatMap(({ name, whole, month }) =>
      // Hebrew joins the name to the word before.
      name === undefined
        ? []
        : [name, whole].map((text) => [withoutWords(text, between).join(' '), month] as const),
    ),
  );
  months.delete('');
  return { months, between };
}

const withoutWords = (text: string, between: ReadonlySet<string>): readonly string[] =>
  wordsIn(text).filter((word) => !between.has(word));

interface TextOfMonth {
  readonly month: string;
  readonly whole: string;
  /** undefined: a figure. */
  readonly name?: string;
  readonly others: readonly string[];
}

function textsOfMonths(locales: readonly string[]): readonly TextOfMonth[] {
  const firsts = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1));
  const styles = locales.flatMap((tag) => WITH_NAMES.map((style) => new Intl.DateTimeFormat(tag, style)));
  return styles.flatMap((style) =>
    firsts.map((first, index) => {
      const parts = style.formatToParts(first);
      const month = parts.find(({ type }) => type === 'month')?.value ?? '';
      const isNamed = !/\p{Nd}/u.test(month);
      const whole = parts.map(({ value }) => value).join('');
      const others = isNamed
        ? parts.flatMap(({ type, value }) => (type === 'month' ? [] : [value]))
        : [whole];
      return { month: String(index + 1), whole, others, ...(isNamed && { name: month }) };
    }),
  );
}

const wordsIn = (text: string): readonly string[] => text.toLowerCase().match(WORD) ?? [];

const inPlainFigures = (text: string, { digits }: DayNotation): string =>
  [...text.trim()].map((each) => digits.get(each) ?? each).join('');

function dayIn(plain: string, { order, months, between }: DayNotation): string | undefined {
  const figures = plain.match(/\d+/g) ?? [];
  const words = withoutWords(plain, between);
  const month = months.get(words.join(' '));
  if (month !== undefined && figures.length === 2) return namedDay(figures, month);
  if (words.length > 0 || figures.length !== 3) return undefined;
  if (figures[0]!.length === 4) return isoDay({ year: figures[0], month: figures[1], day: figures[2] });
  const [first, second, year] = figures;
  const isMonthFirst = order.indexOf('month') < order.indexOf('day');
  const [month1, day1] = isMonthFirst ? [first, second] : [second, first];
  // A day above 12 is unambiguous.
  return isoDay({ year, month: month1, day: day1 }) ?? isoDay({ year, month: day1, day: month1 });
}

function namedDay([one = '', other = '']: readonly string[], month: string): string | undefined {
  const [year, day] = one.length === 4 ? [one, other] : [other, one];
  return isoDay({ year, month, day });
}

function isoDay({ year = '', month = '', day = '' }: Partial<Record<Part, string>>): string | undefined {
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  return isDate(iso) ? iso : undefined;
}
