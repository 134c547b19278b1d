import { z } from 'zod';

const EXPIRES = '2027-06-30T22:00:00Z';

export const MAKE_TOKEN_BODY = z.strictObject(
  {
    name: z.string({ error: '“name” has to be text' }).describe('Of the program.'),
    access: z.enum(['read', 'write'], { error: '“access” is "read" or "write"' }).default('read'),
    application: z
      .string({ error: '“application” has to be the key of one, or null' })
      .nullable()
      .default(null)
      .describe('The only one it opens; null: all that you may open.'),
    administration: z
      .boolean({ error: '“administration” is true or false' })
      .default(false)
      .describe('With your rights as admin or auditor.'),
    until: z.iso
      .datetime({ offset: true, error: `“until” has to be a moment such as "${EXPIRES}"` })
      .describe('When it expires, within a year.'),
    ownPassword: z
      .string({ error: '“ownPassword” has to be text' })
      .optional()
      .describe('In a session: your present password, if you have one.'),
    ownCode: z
      .string({ error: '“ownCode” has to be text' })
      .optional()
      .describe('In a session: a code of your second factor, if you have one.'),
  },
  {
    error:
      'a JSON object with “name” and “until” was expected, and perhaps “access”, “application”, “administration”, “ownPassword” and “ownCode”',
  },
);
