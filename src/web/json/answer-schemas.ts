import { z } from 'zod';
import type { Field } from '#specification/model/specification.js';
import { createAnsweredFieldSchema, createOptionalFieldSchemas } from './field-schemas.js';

const ID = z.string().meta({ format: 'uuid' });
const MOMENT = z.string().meta({ format: 'date-time' });
/** Person id, or `system`. */
const ACTOR = z.string();

const roundSchema = (fields: readonly Field[]) =>
  z.object({
    action: z.string(),
    needs: z.array(z.object({ role: z.string().nullable(), count: z.int() })),
    votes: z.array(
      z.object({
        by: ACTOR,
        for: ACTOR.optional().describe('The person on whose behalf they acted as deputy.'),
        at: MOMENT,
        says: z.enum(['yes', 'no']),
        reason: z.string().optional(),
        proposed: z
          .object(createOptionalFieldSchemas(fields, createAnsweredFieldSchema))
          .partial()
          .optional()
          .describe('Fields that the action will write once the round is over.'),
      }),
    ),
  });

const SIGNATURE = z.object({
  action: z.string(),
  signedBy: ACTOR,
  for: ACTOR.optional(),
  at: MOMENT,
  meaning: z.string(),
  hash: z.string().optional().describe('SHA-256; only where nothing of the record is hidden.'),
  version: z.int(),
  by: z.enum(['password', 'provider', 'demo']),
});

export const outdatedSchema = z
  .array(ID)
  .optional()
  .describe('Records in this answer that are not up to date; only where there are some.');

const EXACT = z.string().nullable().describe('A decimal with all its digits; null where nothing is given.');

/** `keys` and `measures` follow the order of the report's `by` and `measures`. */
export const reportSchema = z.object({
  title: z.string(),
  by: z.array(z.string()),
  over: z.string().optional().describe('The first of `by` is a time: a period is known by its first day.'),
  measures: z.array(z.string()).describe('Such as `count` and `sum(amount)`.'),
  groups: z.array(
    z.object({
      keys: z.array(
        z.union([
          z.object({ value: z.union([z.string(), z.number(), z.boolean(), z.null()]), text: z.string() }),
          z.object({ hidden: z.literal(true) }),
        ]),
      ),
      measures: z.array(EXACT),
    }),
  ),
  all: z.array(EXACT).describe('Of every group.'),
  more: z.boolean().describe('There are more groups than are in the answer.'),
  partly: z
    .boolean()
    .describe('Only some records were examined, since permissions are checked for each of them.'),
  hides: z.boolean().describe('Values that the caller may not read are left out.'),
  outdated: outdatedSchema,
});

/** `fields`: those that the viewer may read in some records. */
export const recordSchema = (fields: readonly Field[]) =>
  z.object({
    id: ID,
    entity: z.string(),
    version: z.int(),
    number: z.string().nullable(),
    title: z.string().nullable(),
    state: z.string(),
    stateSince: MOMENT.describe('When the record came into this state.'),
    fields: z.object(createOptionalFieldSchemas(fields, createAnsweredFieldSchema)),
    hidden: z.array(z.string()).describe('Keys of the fields of this record that the caller may not read.'),
    openedBy: ACTOR,
    openedAt: MOMENT,
    changedBy: ACTOR,
    changedFor: ACTOR.optional().describe('The person on whose behalf they acted as deputy.'),
    changedAt: MOMENT,
    assignee: ID.nullable(),
    comments: z.int(),
    specification: z.int().describe('Version of the specification that applies to the record.'),
    rounds: z
      .array(roundSchema(fields))
      .describe('Who has agreed or refused so far, where several have to agree.'),
    signatures: z.array(SIGNATURE).describe('Those that count, the earliest first.'),
    page: z.string(),
    timers: z
      .array(z.object({ timer: z.string(), due: MOMENT }))
      .optional()
      .describe('Only in the response for a single record: timers that are due next, the soonest first.'),
    retries: z
      .array(z.object({ call: z.string(), due: MOMENT }))
      .optional()
      .describe('Only in the response for a single record: failed calls, and when each is retried.'),
    outdated: outdatedSchema,
  });

/** Fields are named as in the version of that time. */
export const pastRecordSchema = z.object({
  id: ID,
  entity: z.string(),
  number: z.string().nullable(),
  title: z.string().nullable(),
  state: z.string(),
  stateSince: MOMENT,
  fields: z.record(z.string(), z.unknown()),
  hidden: z.array(z.string()),
  openedBy: ACTOR,
  openedAt: MOMENT,
  changedBy: ACTOR,
  changedFor: ACTOR.optional(),
  changedAt: MOMENT,
  assignee: ID.nullable(),
  specification: z.int().describe('Version of the specification that applied then.'),
  page: z.string(),
  outdated: outdatedSchema,
});

export const listSchema = (record: z.ZodType) =>
  z.object({
    items: z.array(record),
    count: z.object({ count: z.int(), more: z.boolean() }),
    sums: z
      .record(z.string(), z.string())
      .nullable()
      .optional()
      .describe('Of the whole list, requested by `sum-of`; null where it has too many records.'),
    next: z.string().optional(),
    previous: z.string().optional(),
    outdated: outdatedSchema,
  });

export const writtenSchema = z.object({
  id: ID,
  version: z.int(),
  already: z.boolean().describe('The command was carried out by an earlier request.'),
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
      pattern: z.string().optional().describe('The pattern that the text has to match.'),
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
        for: z.string().optional().describe('The person on whose behalf they acted as deputy.'),
        at: z.string(),
      }),
    )
    .optional(),
});
