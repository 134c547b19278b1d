import { z } from 'zod';
import type { PublishedVersion } from '#ports/specifications.js';
import { type Actor, canChangeConstant } from '#domain/permissions.js';
import { findEntryOnDay } from '#specification/cel/constant-values.js';
import { createLocalDayLookup } from '#specification/values/calendar-date.js';
import type { ConstantEntry } from '#specification/model/constant.js';

interface ConstantsJsonContext {
  readonly actor: Actor;
  readonly now: string;
  /** undefined: today. */
  readonly day: string | undefined;
  readonly changes: readonly object[];
}

/** In the document's notation. */
export function toConstantsJson(
  { specification, version }: Pick<PublishedVersion, 'specification' | 'version'>,
  { actor, now, day, changes }: ConstantsJsonContext,
) {
  const on = day ?? createLocalDayLookup(specification.timeZone)(now);
  return {
    version,
    constants: Object.values(specification.constants).map((constant) => ({
      name: constant.key,
      kind: constant.kind,
      ...valueJson(findEntryOnDay(constant.values, on)),
      later: constant.values.filter(({ from = '' }) => from > on).map(valueJson),
      mayChange: day === undefined && canChangeConstant(constant, actor),
    })),
    changes,
  };
}

const valueJson = (entry: ConstantEntry | undefined) => ({
  from: entry?.from ?? null,
  ...(entry?.cells
    ? {
        values: entry.cells.map(({ key = null, when, text }) => ({
          ...(when === undefined ? { key } : { when }),
          value: text,
        })),
      }
    : { value: entry?.text ?? null }),
});

const text = (member: string) => z.string({ error: `“${member}” has to be text` });

export const constantsBody = z.strictObject({
  values: z
    .array(
      z.strictObject({
        constant: text('constant'),
        key: text('key')
          .nullish()
          .transform((key) => key ?? null),
        value: text('value'),
      }),
      { error: '“values” has to be a list of constants with their new values' },
    )
    .min(1, { error: '“values” is empty' })
    .max(200, { error: '“values” has more than 200' }),
  from: text('from'),
  reason: text('reason').optional(),
});
