// Answers of the API as schemas: records, lists, what became of a command, and refusals.
import { z } from 'zod';
import type { Field } from '#specification/specification.js';
import { answeredField, shapeOf } from './field-schemas.js';

const ID = z.string().meta({ format: 'uuid' });
const MOMENT = z.string().meta({ format: 'date-time' });
/** Of a person, or `system`. */
const ACTOR = z.string();

/** `fields`: those that whoever asks may see, in some records at least. */
export const recordSchema = (fields: readonly Field[]) =>
  z.object({
    id: ID,
    entity: z.string(),
    version: z.int(),
    number: z.string().nullable(),
    title: z.string().nullable(),
    state: z.string(),
    fields: z.object(shapeOf(fields, answeredField)),
    hidden: z.array(z.string()).describe('Keys of the fields of this record that are not for whoever asks.'),
    openedBy: ACTOR,
    openedAt: MOMENT,
    changedBy: ACTOR,
    changedAt: MOMENT,
    assignee: ID.nullable(),
    comments: z.int(),
    specification: z.int().describe('Version of the specification that the record runs by.'),
    page: z.string(),
  });

export const listSchema = (record: z.ZodType) =>
  z.object({
    items: z.array(record),
    count: z.object({ count: z.int(), more: z.boolean() }),
    next: z.string().optional(),
    previous: z.string().optional(),
  });

export const writtenSchema = z.object({
  id: ID,
  version: z.int(),
  already: z.boolean().describe('This very command was done before.'),
});

export const problemSchema = z.object({
  type: z.string(),
  title: z.string().describe('What is wrong.'),
  status: z.int(),
  code: z.string().optional(),
  detail: z.string().optional().describe('What would be right.'),
  instance: z.string(),
  errors: z.array(
    z.object({
      code: z.string(),
      message: z.string(),
      remedy: z.string().optional(),
      rule: z.string().optional(),
      fields: z.array(z.string()),
      section: z.int().optional(),
      line: z.int().optional(),
      source: z.string().optional(),
    }),
  ),
  version: z.int().optional(),
  differences: z
    .array(
      z.object({
        field: z.string(),
        seen: z.unknown(),
        theirs: z.unknown(),
        yours: z.unknown(),
        by: z.string(),
        at: z.string(),
      }),
    )
    .optional(),
});
