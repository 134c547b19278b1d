import { z } from 'zod';
import type { ChangedRecords } from '#query-handling/notifications/changed-records.js';
import { toRecordJson } from '../json/record-json.js';

export const toChangedRecordsJson = ({ items, more, upTo }: ChangedRecords) => ({
  items: items.map(({ published: { specification }, record, event }) => ({
    application: specification.key,
    ...toRecordJson(specification, record),
    change: {
      type: event.type,
      action: event.action,
      by: event.actor,
      at: event.at,
      position: event.position,
    },
  })),
  more,
  upTo,
});

export const readUpToBody = z.strictObject({
  upTo: z.int().min(0).describe('Log position, from the list of changes.'),
});

export const changedRecordsSchema = z.object({
  items: z
    .array(
      z.looseObject({ application: z.string(), id: z.string(), change: z.looseObject({ at: z.string() }) }),
    )
    .describe(
      'Records that concern you and that others have changed since you marked everything as read, the latest change first; each with its `application` and the last `change`.',
    ),
  more: z.boolean(),
  upTo: z.int().describe('What to send to mark all of it as read.'),
});

export const readUpToSchema = z.object({ upTo: z.int() });
