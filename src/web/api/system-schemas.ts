// Answers of the calls that are about no single record: constants, what waits, uploads, notices and deputies.
import { z } from 'zod';
import { outdatedSchema } from '../json/answer-schemas.js';

const ID = z.string().meta({ format: 'uuid' });
const MOMENT = z.string().meta({ format: 'date-time' });
const DAY = z.string().meta({ format: 'date' });
const RECORD_NAME = z.object({ application: z.string(), entity: z.string(), id: ID });

const entry = z.object({
  from: DAY.nullable(),
  value: z.string().nullable().optional().describe('As a document writes it.'),
  values: z
    .array(z.object({ key: z.string().nullish(), when: z.string().optional(), value: z.string() }))
    .optional()
    .describe('By key, or the rows of a table.'),
});

export const constantsSchema = z.object({
  version: z.int(),
  constants: z.array(
    entry.extend({
      name: z.string(),
      kind: z.string(),
      later: z.array(entry),
      mayChange: z.boolean(),
    }),
  ),
  changes: z.array(z.looseObject({ constant: z.string(), text: z.string(), from: DAY })),
});

export const changedSchema = z.object({
  already: z.boolean().describe('This very command was done before.'),
});

/** `record`: of any entity. */
export const waitingSchema = (record: z.ZodType) =>
  z.object({
    items: z
      .array(record)
      .describe(
        'Records, the longest waiting first; each with `application`, `waitsFor` (the actions that it waits for, and for whom; `takesBack` where the caller has refused one and could take that back) and `isLate` (the limit of a timer or a due date has passed).',
      ),
    more: z.array(z.object({ application: z.string(), entity: z.string(), list: z.string() })),
    outdated: outdatedSchema,
  });

const SCHEDULED_RECORD = {
  due: MOMENT,
  application: z.string(),
  entity: z.string(),
  id: ID,
  number: z.string().nullable(),
  title: z.string().nullable(),
  state: z.string(),
  page: z.string(),
};

export const scheduledSchema = z.object({
  items: z
    .array(
      z.object({
        ...SCHEDULED_RECORD,
        timer: z.string().describe('Its name in section 4.'),
        calls: z.array(z.string()).describe('Calls and mails of section 7 that it makes.'),
        action: z.string().nullable().describe('The action that it takes.'),
        to: z.array(ID).describe('People a mail will be sent to, as far as you may see who they are.'),
        in: z.array(z.string()).describe('States in which it does something.'),
        unless: z.string().nullable().describe('Condition on which it does nothing.'),
      }),
    )
    .describe('Timers of records that you may read, the soonest first.'),
  retries: z
    .array(
      z.object({
        ...SCHEDULED_RECORD,
        call: z.string().describe('Its name in section 7.'),
        attempts: z.int().describe('How often it was tried.'),
        why: z
          .string()
          .nullable()
          .describe('Why it did not get through; null for who is no admin or auditor.'),
      }),
    )
    .describe('Calls and mails of records that you may read, which are sent again, the soonest first.'),
  constants: z
    .array(z.object({ application: z.string(), constant: z.string(), value: z.string(), from: DAY }))
    .describe('Values of constants that begin to hold meanwhile.'),
  next: z.string().optional(),
  rebuild: z
    .object({ percent: z.int().optional() })
    .optional()
    .describe('After an upgrade: timers are missing until their list is rebuilt, and how far that is.'),
});

const SEARCHED = { application: z.string(), entity: z.string() };

export const searchSchema = z.object({
  found: z.array(
    z.object({
      ...SEARCHED,
      count: z.int(),
      more: z.boolean().describe('There are more than were counted.'),
      items: z.array(z.looseObject({ id: z.string() })).describe('Records, those changed last first.'),
      list: z.string().describe('The call that lists all of them, with the same `q`.'),
      incomplete: z
        .array(z.object({ text: z.string(), among: z.string() }))
        .describe('Words that fit more names than are looked for.'),
    }),
  ),
  searched: z.array(z.object(SEARCHED)).describe('What was looked through.'),
});

export const uploadedSchema = z.object({
  reference: z.string().describe('By which a command names the file.'),
  sha256: z.string(),
  name: z.string(),
  type: z.string(),
  size: z.int(),
});

export const noticesSchema = z.object({
  items: z.array(
    z.object({
      at: MOMENT,
      record: RECORD_NAME.optional(),
      call: z.string().optional(),
      subject: z.string().optional(),
      text: z.string().optional(),
    }),
  ),
  next: z.string().optional(),
  kinds: z.array(
    z.object({ application: z.string(), call: z.string(), way: z.enum(['mail', 'page', 'neither']) }),
  ),
});

const deputy = z.object({
  id: ID,
  for: ID,
  deputy: ID,
  application: z.string().nullish(),
  role: z.string().nullish(),
  from: DAY,
  until: DAY,
});

export const deputiesSchema = z.object({ named: z.array(deputy), standsInFor: z.array(deputy) });
