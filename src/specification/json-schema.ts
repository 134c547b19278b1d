import { z } from 'zod';
import { HEADINGS, SECTION_NUMBERS } from './document/headings.js';
import { SECTION_SHAPES } from './sections/section-shapes.js';

const NAMES = [
  'product',
  'screens',
  'entities',
  'lifecycles',
  'rules',
  'roles',
  'calls',
  'errors',
  'constants',
];

/** Keys are names of files in docs/schema. */
export function createSectionSchemas(): ReadonlyMap<string, string> {
  return new Map(
    SECTION_NUMBERS.map((number) => {
      const schema = z.toJSONSchema(SECTION_SHAPES[number], { target: 'draft-7', io: 'input' });
      const titled = {
        $schema: schema.$schema,
        title: `Daybook, section ${number}: ${HEADINGS[number]}`,
        ...schema,
      };
      return [`${number}-${NAMES[number - 1]}.schema.json`, `${JSON.stringify(titled, null, 2)}\n`];
    }),
  );
}
