import { z } from 'zod';
import type { Field } from '#specification/model/specification.js';
import { hasFiles, hasRows, getFieldType } from '#specification/field-types/find-field-type.js';

type SchemaShape = Record<string, z.ZodType>;

/** `null` and `""` clear the field. Bounds, patterns and rules are checked by the domain. */
export function createSentFieldSchema(field: Field): z.ZodType {
  if (hasFiles(field)) return described(field, z.union([sentFiles(field), z.null()]));
  if (!hasRows(field)) return described(field, z.union([sentValue(field), z.null()]));
  const row = z.strictObject(createOptionalFieldSchemas(field.fields, createSentFieldSchema));
  return described(field, z.union([z.array(row), z.null()]));
}

/** A choice may exist in an older version only. */
export function createAnsweredFieldSchema(field: Field): z.ZodType {
  const value = hasRows(field)
    ? z.array(z.looseObject(createOptionalFieldSchemas(field.fields, createAnsweredFieldSchema)))
    : hasFiles(field)
      ? z.array(z.union([FILE, ERASED, KEY_MISSING, DAMAGED]))
      : answeredValue(field);
  return described(field, z.union([value, z.null(), ERASED, KEY_MISSING, DAMAGED]));
}

export function createOptionalFieldSchemas(
  fields: readonly Field[],
  schemaOf: (field: Field) => z.ZodType,
): SchemaShape {
  return Object.fromEntries(fields.map((field) => [field.key, schemaOf(field).optional()]));
}

const ERASED = z.strictObject({ erased: z.literal(true) }).describe('Erased.');
const KEY_MISSING = z
  .strictObject({ keyMissing: z.literal(true) })
  .describe('Unreadable until its key is restored.');
const DAMAGED = z
  .strictObject({ damaged: z.literal(true) })
  .describe('Unreadable: the stored value is damaged.');

const FILE = z.object({
  sha256: z
    .string()
    .describe('Of its bytes, in hex: it names them below the record, at `files/{field}/{sha256}`.'),
  name: z.string(),
  type: z.string().describe('Media type, detected from the bytes.'),
  size: z.int().describe('Bytes.'),
});

const ONE_FILE = z
  .string()
  .describe('The reference that its upload was answered with, or the SHA-256 of one that is there already.');

/** Omitted files are removed. */
const sentFiles = (field: Field): z.ZodType =>
  getFieldType(field).isSeveral ? z.union([z.array(ONE_FILE), ONE_FILE]) : ONE_FILE;

const ID = z.string().meta({ format: 'uuid' });
const DAY = z.string().meta({ format: 'date' });
const MOMENT = z.string().meta({ format: 'date-time' });
const DECIMAL = z.string().describe('A decimal with all its digits, such as “20.00”.');

function sentValue(field: Field): z.ZodType {
  const type = getFieldType(field);
  if (type.isWhole) return z.union([z.int(), z.string()]);
  if (type.isNumber) return z.union([DECIMAL, z.number()]);
  if (type.isListed) return z.enum(['', ...field.choices.map(({ value }) => value)]);
  if (type.filter === 'boolean') return z.union([z.boolean(), z.string()]);
  return z.string();
}

function answeredValue(field: Field): z.ZodType {
  const type = getFieldType(field);
  if (type.isWhole) return z.int();
  if (type.isNumber) return DECIMAL;
  if (type.pointsTo) return ID;
  if (type.isDay) return DAY;
  if (type.isMoment) return MOMENT;
  return type.filter === 'boolean' ? z.boolean() : z.string();
}

function described({ title, help }: Field, schema: z.ZodType): z.ZodType {
  return schema.meta({ title, ...(help !== undefined && { description: help }) });
}
