// Bodies of the calls about deputies.
import { z } from 'zod';
import type { NameDeputy } from '#domain/user/user-commands.js';
import { parseBody } from '../json/parse-body.js';

const text = (member: string) => z.string({ error: `“${member}” has to be text` });

export const DEPUTY = z.strictObject(
  {
    deputy: text('deputy'),
    application: text('application').nullish(),
    role: text('role').nullish(),
    from: text('from'),
    until: text('until'),
  },
  {
    error:
      'a JSON object with “deputy”, “from” and “until” was expected, and perhaps “application” and “role”',
  },
);

export const END = z.strictObject(
  { for: text('for').optional() },
  { error: 'a JSON object with nothing in it, or with “for”, was expected' },
);

export type SentDeputy = Omit<NameDeputy['data'], 'id' | 'deputation' | 'context'>;

/** Throws `Refused` BAD_REQUEST. */
export function deputyBody(body: unknown): SentDeputy {
  const { application = null, role = null, ...rest } = parseBody(DEPUTY, body);
  return { ...rest, application, role };
}

/** `for`: whose deputy is dismissed, where that is not whoever asks. Throws `Refused` BAD_REQUEST. */
export const endBody = (body: unknown): { readonly for?: string | undefined } => parseBody(END, body ?? {});
