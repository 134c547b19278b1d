import { z } from 'zod';
import { outdatedSchema } from '../json/answer-schemas.js';

const ID = z.string().meta({ format: 'uuid' });
const MOMENT = z.string().meta({ format: 'date-time' });
const DAY = z.string().meta({ format: 'date' });
const RECORD_NAME = z.object({ application: z.string(), entity: z.string(), id: ID });

const entry = z.object({
  from: DAY.nullable(),
  value: z.string().nullable().optional().describe('In the notation of documents.'),
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

export const constantsChangedSchema = z.object({
  already: z.boolean().describe('The command was carried out by an earlier request.'),
});

/** `record`: schema of a record of any entity. */
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
        attempts: z.int().describe('Number of attempts.'),
        why: z.string().nullable().describe('Why it failed; null unless the caller is an admin or auditor.'),
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

export const timelineSchema = z.object({
  items: z
    .array(
      z.object({
        position: z.int().describe('In the log.'),
        at: z.string().describe('When it happened, in your time zone.'),
        recordedAt: z.string(),
        who: z.string(),
        actor: z.string(),
        onBehalfOf: ID.nullable().describe('For whom a deputy acted.'),
        what: z.string(),
        type: z.string().describe('As docs/events.md lists them.'),
        application: z.string().nullable(),
        entity: z.string().nullable(),
        record: z.string().nullable().describe('Id of the record or person.'),
        action: z.string().nullable(),
        reason: z.string().nullable(),
        data: z.unknown().describe('As it is stored, without what you may not read.'),
        program: z
          .string()
          .nullable()
          .describe('Name of the program that acted for the person; null where none did, or it was erased.'),
        token: z.string().nullable().describe('Id of the API token that the program used.'),
      }),
    )
    .describe('Events, the newest first.'),
  next: z.string().optional(),
  previous: z.string().optional(),
  lookedThrough: z
    .object({ count: z.int(), position: z.int(), at: z.string() })
    .optional()
    .describe('The page ends early, since so many events were looked through: `next` looks further.'),
});

export const exportCheckSchema = z.object({
  result: z
    .enum(['unchanged', 'changed', 'broken-off', 'unknown', 'no-export'])
    .describe(
      '`broken-off`: the download was, so that its SHA-256 is not known; `unknown`: this installation has not recorded the export that the first line names; `no-export`: the first line names none.',
    ),
  sha256: z.string().describe('Of the file that was sent, in hex.'),
  exported: z
    .object({
      by: ID.describe('Of the person.'),
      who: z.string(),
      at: z.string().describe('In your time zone.'),
      format: z.enum(['csv', 'jsonl']),
      filter: z.record(z.string(), z.string()).describe('Without texts that were searched for.'),
      upTo: z.int().describe('Position of the log.'),
      position: z.int().describe('Of the event that recorded the export.'),
      events: z.int().optional().describe('In the file; only where it is unchanged.'),
    })
    .optional()
    .describe('Of an export that is known here.'),
});

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

export const viewsSchema = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      own: z.boolean(),
      shared: z.boolean(),
      query: z.string().describe('Of the address of the list; without what you may not filter by or see.'),
    }),
  ),
});

export const deputiesSchema = z.object({ named: z.array(deputy), standsInFor: z.array(deputy) });
