import { z } from 'zod';

const text = (member: string) => z.string({ error: `“${member}” has to be text` });

export const VIEW_BODY = z.strictObject(
  {
    application: text('application'),
    screen: text('screen').describe('Path of the list below the application, such as `/requests`.'),
    name: text('name'),
    query: text('query').describe('Filters, search, order and columns, as in the address of the list.'),
    shared: z.boolean({ error: '“shared” is true or false' }).optional(),
  },
  { error: 'a JSON object with “application”, “screen”, “name” and “query” was expected' },
);

export const DELETE_VIEW_BODY = z.strictObject(
  {
    person: text('person')
      .optional()
      .describe('Whose view it is, where an admin deletes that of a locked account.'),
  },
  { error: 'a JSON object with “person”, or an empty one, was expected' },
);
