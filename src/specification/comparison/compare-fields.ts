// How fields are compared, and the columns of tables.
import type { Choice, Field } from '../model/specification.js';
import { getFieldType } from '../field-types/field-type-of.js';
import {
  either,
  notCompared,
  number,
  quoted,
  said,
  text,
  things,
  worded,
  KEY,
  PLACE,
  type At,
  type Comparison,
  type Difference,
  type Members,
  type Things,
} from './differences.js';
import { bytesText, entityTitle, expression, fieldTitle, keys, roles } from './model-in-words.js';

const CHOICE: Members<Choice> = { value: KEY, title: worded('Title') };

const choices = things<Choice>({
  noun: 'Choice',
  key: ({ value }) => value,
  title: ({ title }) => title,
  members: CHOICE,
});

/** Stored whole numbers, as people write them. */
const bound =
  (what: string, of: 'min' | 'max'): ((before: Field, after: Field, at: At) => readonly Difference[]) =>
  (before, after, at) => {
    const [was, is] = [before, after].map((field) => boundOf(field, field[of]));
    return said<string>(what, String)(was, is, at);
  };

function boundOf(field: Pick<Field, 'type' | 'places'>, value: number | undefined): string | undefined {
  if (value === undefined) return undefined;
  if (getFieldType(field).inBytes) return bytesText(value);
  return field.places > 0 ? (value / 10 ** field.places).toFixed(field.places) : String(value);
}

const FIELD: Members<Field> = {
  key: KEY,
  title: worded('Title'),
  type: text('Type'),
  place: PLACE,
  help: worded('Help'),
  required: either('It has to be filled in now.', 'It does not have to be filled in any more.'),
  min: notCompared('told with its places, by `bounds`'),
  max: notCompared('told with its places, by `bounds`'),
  pattern: text('Pattern it has to match'),
  multiline: said<boolean>('Shown as', (several) => (several ? 'several lines' : 'one line'), {
    kind: 'words',
  }),
  places: number('Digits after the point'),
  currency: text('Currency'),
  choices,
  to: said<string>('Points to', (key, side) => quoted(entityTitle(key, side))),
  roles: roles('Who may be chosen'),
  follows: said<NonNullable<Field['follows']>>(
    'Comes along with',
    ({ reference, field: key }, side) => `${quoted(fieldTitle(reference, side))} (its \`${key}\`)`,
  ),
  accept: keys('Kinds of files that are taken', { absent: 'all' }),
  fields: (before, after, at) => columns()(before, after, at),
  computed: expression('Computed as'),
  default: expression('Filled in with'),
  unique: either(
    'No two records may have the same value now.',
    'Several records may have the same value now.',
  ),
  personal: said<string>('Personal data', (key, side) =>
    key === 'record' ? 'yes, of somebody who is no user' : `yes, of ${quoted(fieldTitle(key, side))}`,
  ),
  was: notCompared('it counts in the version that begins to say it, and is told where a name changes'),
  aliases: keys('Other names in imported logs'),
};

const bounds = (before: Field, after: Field, at: At): readonly Difference[] => [
  ...bound('Least', 'min')(before, after, at),
  ...bound('Most', 'max')(before, after, at),
];

export function fieldThings(noun: string): Things<Field> {
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

const columns = (): Comparison<readonly Field[]> => things(fieldThings('Column'));

const describeField = ({ type, required, personal, computed, unique }: Field): string =>
  [
    type,
    ...(required ? ['has to be filled in'] : []),
    ...(unique ? ['no two records have the same value'] : []),
    ...(computed ? ['computed'] : []),
    ...(personal === undefined ? [] : ['personal data']),
  ].join(', ');
