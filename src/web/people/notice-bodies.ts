import { z } from 'zod';

const text = (member: string) => z.string({ error: `“${member}” has to be text` });

export const NoticeChoiceBody = z.strictObject(
  {
    application: text('application'),
    call: text('call'),
    way: z.enum(['mail', 'page', 'neither'], { error: '“way” is one of mail, page, neither' }),
  },
  { error: 'a JSON object with “application”, “call” and “way” was expected' },
);
