import { z } from 'zod';
import type { SectionData } from '../section-context.js';
import {
  durationShape,
  entityKeyShape,
  expressionShape,
  namesShape,
  plainNameShape,
  sizeShape,
  wordsShape,
} from '../common-shapes.js';
import { calendarShape } from './working-calendar-shape.js';

const value = z.union([z.string(), z.number(), z.boolean()]);
const from = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}$/, 'a day is written like `2026-01-31`')
  .optional();
const title = wordsShape.optional().meta({ description: 'What people call it: `Limit for two approvals`.' });
const dated = z.strictObject({ value, title, from });

const byKey = z
  .object({
    by: z.string().meta({ description: 'A field of type choice: `country`, or `Claim.country`.' }),
    title,
    from,
  })
  .catchall(value);

const row = z.union([
  z.strictObject({ when: expressionShape, is: value }),
  z.strictObject({ else: value.meta({ description: 'The last row: what holds where no condition does.' }) }),
]);
const table = z.strictObject({
  table: z.array(row).min(1),
  on: entityKeyShape.optional().meta({ description: 'Entity of the records that the conditions evaluate.' }),
  title,
  from,
});

const constant = z.union([dated, byKey, table]);

const count = z.number().int().min(1).max(1_000_000_000);

const retained = z.strictObject({
  keep: durationShape.meta({ description: 'Such as `P10Y`.' }),
  in: namesShape.optional().meta({
    description:
      'States: it counts from when the record came to one of them. Default: the final ones; where there are none, it counts from the last change.',
  }),
  unless: expressionShape
    .optional()
    .meta({ description: 'A hold: as long as it is true, the record is kept.' }),
  sign: wordsShape.optional().meta({ description: 'What the deciding person signs.' }),
});

const limitsShape = z.strictObject({
  opensPerUserPerDay: count.optional(),
  text: count.optional().meta({ description: 'Characters of a text field. Default: 10000.' }),
  comment: count.optional().meta({ description: 'Characters. Default: 10000.' }),
  reason: count.optional().meta({ description: 'Characters. Default: 1000.' }),
  rows: count.optional().meta({ description: 'Rows of a table field. Default: 200.' }),
  attachment: sizeShape.optional().meta({ description: 'Default: 10 MB.' }),
  retention: z
    .record(z.string(), z.union([durationShape, retained]))
    .optional()
    .meta({
      description: 'By entity, such as `P10Y`: after that, what is personal in a record may be erased.',
    }),
});

export const constantsShape = z.strictObject({
  constants: z.record(plainNameShape, z.union([value, constant, z.array(constant).min(1)])).optional(),
  limits: limitsShape.optional(),
  calendar: calendarShape
    .optional()
    .meta({ description: 'When work is done, in the time zone of section 1.' }),
});

export type ConstantsSection = SectionData<z.infer<typeof constantsShape>>;
export type RetentionDeclaration = string | z.infer<typeof retained>;
export type ConstantDeclaration = string | number | boolean | EntryDeclaration | readonly EntryDeclaration[];
export type EntryDeclaration = z.infer<typeof constant>;
export type RowDeclaration = z.infer<typeof row>;
