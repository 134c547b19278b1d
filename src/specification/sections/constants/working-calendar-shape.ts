import { z } from 'zod';
import { namesShape } from '../common-shapes.js';

export const calendarShape = z.strictObject({
  days: namesShape.optional().meta({
    description: 'Days of the week and ranges of them, such as `[mon–thu, sat]`. Default: `mon–fri`.',
  }),
  hours: namesShape.optional().meta({
    description:
      'One range of hours or several, such as `[08:00–12:00, 13:00–17:00]`. Default: `09:00–17:00`.',
  }),
  holidays: namesShape
    .optional()
    .meta({ description: 'Days that are not worked on, such as `[2026-12-25]`.' }),
});
