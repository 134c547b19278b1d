// Answers of the API as schemas: records, lists, what became of a command, and refusals.
import { z } from 'zod';
import type { Field } from '#specification/model/specification.js';
import { answeredField, optionalFieldSchemas } from './field-schemas.js';

const ID = z.string().meta({ format: 'uuid' });
const MOMENT = z.string().meta({ format: 'date-time' });
/** Of a person, or `system`. */
const ACTOR = z.string();

const roundSchema = (fields: readonly Field[]) =>
  z.object({
    action: z.string(),
    needs: z.array(z.object({ role: z.string().nullable(), count: z.int() })),
    votes: z.array(
      z.object({
        by: ACTOR,
        for: ACTOR.optional().describe('Whose deputy they were.'),
        at: MOMENT,
        says: z.enum(['yes', 'no']),
        reason: z.string().optional(),
        proposed: z
          .object(optionalFieldSchemas(fields, answeredField))
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
  by: z.enum(['password', 'demo']),
});

export const outdatedSchema = z
  .array(ID)
  .optional()
  .describe('Records in this answer that are not up to date; only where there are some.');

const EXACT = z.string().nullable().describe('A decimal with all its digits; null where nothing is given.');

/** `keys` and `measures` in the order of `by` and `measures` of the report. */
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
  partly: z.boolean().describe('Not every record was looked at: which may be seen has to be asked of each.'),
  hides: z.boolean().describe('Values that are not visible to whoever asks take no part.'),
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
    stateSince: MOMENT.describe('Since when it is in this state.'),
    fields: z.object(optionalFieldSchemas(fields, answeredField)),
    hidden: z.array(z.string()).describe('Keys of the fields of this record that are not for whoever asks.'),
    openedBy: ACTOR,
    openedAt: MOMENT,
    changedBy: ACTOR,
    changedFor: ACTOR.optional().describe('Whose deputy they were.'),
    changedAt: MOMENT,
    assignee: ID.nullable(),
    comments: z.int(),
    specification: z.int().describe('Version of the specification that the record runs by.'),
    rounds: z.array(roundSchema(fields)).describe('Who has said yes or no to what several have to agree to.'),
    signatures: z.array(SIGNATURE).describe('Those that count, the earliest first.'),
    page: z.string(),
    timers: z
      .array(z.object({ timer: z.string(), due: MOMENT }))
      .optional()
      .describe('Of one record that is asked for: which timers are due next, the soonest first.'),
    retries: z
      .array(z.object({ call: z.string(), due: MOMENT }))
      .optional()
      .describe(
        'Of one record that is asked for: calls that did not get through, and when each is sent again.',
      ),
    outdated: outdatedSchema,
  });

export const listSchema = (record: z.ZodType) =>
  z.object({
    items: z.array(record),
    count: z.object({ count: z.int(), more: z.boolean() }),
    next: z.string().optional(),
    previous: z.string().optional(),
    outdated: outdatedSchema,
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
        for: z.string().optional().describe('Whose deputy they were.'),
        at: z.string(),
      }),
    )
    .optional(),
});
