import type { Choice, Field } from '../model/specification.js';
import { getFieldType } from '../field-types/find-field-type.js';
import {
  compareFlag,
  ignoreDifference,
  compareNumber,
  quote,
  compareFormatted,
  compareText,
  compareKeyedList,
  compareWording,
  IGNORED_KEY,
  IGNORED_LOCATION,
  type ComparisonLocation,
  type Comparison,
  type Difference,
  type MemberComparisons,
  type KeyedComparison,
} from './differences.js';
import {
  formatByteCount,
  getEntityTitle,
  compareExpression,
  getFieldTitle,
  compareKeyLists,
  compareRoles,
} from './format-model.js';

const CHOICE: MemberComparisons<Choice> = { value: IGNORED_KEY, title: compareWording('Title') };

const choices = compareKeyedList<Choice>({
  noun: 'Choice',
  key: ({ value }) => value,
  title: ({ title }) => title,
  members: CHOICE,
});

const compareBound =
  (
    what: string,
    of: 'min' | 'max',
  ): ((before: Field, after: Field, at: ComparisonLocation) => readonly Difference[]) =>
  (before, after, at) => {
    const [was, is] = [before, after].map((field) => formatBound(field, field[of]));
    return compareFormatted<string>(what, String)(was, is, at);
  };

function formatBound(field: Pick<Field, 'type' | 'places'>, value: number | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (getFieldType(field).inBytes) return formatByteCount(value);
  return field.places > 0 ? (value / 10 ** field.places).toFixed(field.places) : String(value);
}

const FIELD: MemberComparisons<Field> = {
  key: IGNORED_KEY,
  title: compareWording('Title'),
  type: compareText('Type'),
  place: IGNORED_LOCATION,
  help: compareWording('Help'),
  required: compareFlag('It has to be filled in now.', 'It does not have to be filled in any more.'),
  min: ignoreDifference('told with its places, by `bounds`'),
  max: ignoreDifference('told with its places, by `bounds`'),
  pattern: compareText('Pattern it has to match'),
  multiline: compareFormatted<boolean>('Shown as', (several) => (several ? 'several lines' : 'one line'), {
    kind: 'words',
  }),
  places: compareNumber('Digits after the point'),
  currency: compareText('Currency'),
  choices,
  to: compareFormatted<string>('Points to', (key, side) => quote(getEntityTitle(key, side))),
  roles: compareRoles('Who may be chosen'),
  follows: compareFormatted<NonNullable<Field['follows']>>(
    'Comes along with',
    ({ reference, field: key }, side) => `${quote(getFieldTitle(reference, side))} (its \`${key}\`)`,
  ),
  accept: compareKeyLists('Kinds of files that are taken', { absent: 'all' }),
  fields: (before, after, at) => columns()(before, after, at),
  computed: compareExpression('Computed as'),
  default: compareExpression('Filled in with'),
  unique: compareFlag(
    'No two records may have the same value now.',
    'Several records may have the same value now.',
  ),
  personal: compareFormatted<string>('Personal data', (key, side) =>
    key === 'record' ? 'yes, of a person who is no user' : `yes, of ${quote(getFieldTitle(key, side))}`,
  ),
  was: ignoreDifference('it counts in the version that begins to say it, and is told where a name changes'),
  aliases: compareKeyLists('Other names in imported logs'),
};

const bounds = (before: Field, after: Field, at: ComparisonLocation): readonly Difference[] => [
  ...compareBound('Least', 'min')(before, after, at),
  ...compareBound('Most', 'max')(before, after, at),
];

export function createFieldComparison(noun: string): KeyedComparison<Field> {
  return {
    noun,
    key: ({ key }) => key,
    title: ({ title }) => title,
    line: ({ place }) => place.line,
    describe: describeField,
    members: FIELD,
    also: bounds,
  };
}

const columns = (): Comparison<readonly Field[]> => compareKeyedList(createFieldComparison('Column'));

const describeField = ({ type, required, personal, computed, unique }: Field): string =>
  [
    type,
    ...(required ? ['has to be filled in'] : []),
    ...(unique ? ['no two records have the same value'] : []),
    ...(computed ? ['computed'] : []),
    ...(personal === undefined ? [] : ['personal data']),
  ].join(', ');
