import { z } from 'zod';
import { FIELD_TYPES } from '#specification/field-types/find-field-type.js';
import {
  entityKeyShape,
  expressionShape,
  fieldKeyShape,
  namesShape,
  sizeShape,
  wordsShape,
} from '../common-shapes.js';

const type = z.enum(FIELD_TYPES);

const was = z.string().optional().meta({ description: 'The name it had in the version before.' });
const removed = namesShape.optional().meta({
  description: 'Fields that are gone: what was recorded in them is shown in the history only.',
});

const choice = z.strictObject({
  title: wordsShape.optional(),
  was: namesShape
    .optional()
    .meta({ description: 'What it was called before, or several that become this one.' }),
});

const options = {
  type,
  was,
  title: wordsShape.optional(),
  help: wordsShape.optional(),
  required: z.boolean().optional(),
  min: z.union([z.number(), z.string()]).optional(),
  max: z
    .union([z.number(), sizeShape, z.string()])
    .optional()
    .meta({ description: 'The largest value; text: characters; file: `10 MB`.' }),
  pattern: z
    .string()
    .optional()
    .meta({ description: 'text: a regular expression the whole value has to match.' }),
  multiline: z.boolean().optional(),
  places: z.number().int().min(0).max(12).optional(),
  currency: z.string().optional(),
  of: z
    .union([z.array(wordsShape).min(1), z.record(z.string(), z.union([wordsShape, choice]))])
    .optional()
    .meta({ description: 'choice: a list of values, or a map from value to title.' }),
  to: z.string().optional().meta({ description: 'reference: the entity it points to.' }),
  role: namesShape
    .optional()
    .meta({ description: 'user: only who holds this role, or one of these, may be chosen.' }),
  computed: expressionShape.optional(),
  default: z.union([z.string(), z.number(), z.boolean()]).optional(),
  unique: z.boolean().optional(),
  personal: z
    .string()
    .optional()
    .meta({ description: 'Whose data it is: a user field of the entity, or `record`.' }),
  accept: namesShape.optional().meta({
    description: 'file: endings of those that are taken: `[pdf, jpg]`. The bytes decide.',
  }),
  alias: namesShape.optional(),
  aliases: namesShape.optional(),
};

const column = z.union([type, z.strictObject(options)]);
const field = z.union([
  type,
  z.strictObject({ ...options, fields: z.record(fieldKeyShape, column).optional(), removed }),
]);

const entityShape = z.strictObject({
  was,
  title: wordsShape.optional().meta({ description: 'The title of a record: `{number} {title}`.' }),
  name: wordsShape.optional().meta({ description: 'What one of them is called. Default: from the key.' }),
  plural: wordsShape.optional(),
  help: wordsShape.optional(),
  number: z.string().optional().meta({ description: 'Such as `PR-{year}-{seq:4}`.' }),
  summary: namesShape.optional().meta({
    description: 'Up to six fields that stand large at the top of a record: `[amount, neededBy]`.',
  }),
  fields: z.record(fieldKeyShape, field).optional(),
  removed,
});

export const entitiesShape = z.strictObject({ entities: z.record(entityKeyShape, entityShape).optional() });

export type FieldDeclaration = Exclude<z.infer<typeof field>, string>;
export type EntityDeclaration = z.infer<typeof entityShape>;
