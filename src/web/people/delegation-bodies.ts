import { z } from 'zod';

const text = (member: string) => z.string({ error: `“${member}” has to be text` });

export const CreateDelegationBody = z.strictObject(
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

export const EndDelegationBody = z.strictObject(
  { for: text('for').optional() },
  { error: 'a JSON object with nothing in it, or with “for”, was expected' },
);
