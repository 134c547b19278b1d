import { findNodeAt, type Path, getPositionAt } from '#specification/document/yaml-node.js';
import { PERIOD_PATTERN, Period } from '#specification/values/calendar-date.js';
import type { Problems, SectionData } from '../section-context.js';

export function readCallTimeout(
  section: SectionData<unknown>,
  path: Path,
  longest: number,
  problems: Problems,
): number | undefined {
  const shown = findNodeAt(section.node, path)?.value;
  if (typeof shown !== 'string' || !PERIOD_PATTERN.test(shown)) return undefined;
  const found = parseMilliseconds(shown);
  if (found !== undefined && found > 0 && found <= longest) return found;
  const most = longest >= 3_600_000 ? `${longest / 3_600_000} hours` : `${longest / 60_000} minutes`;
  problems.report(
    getPositionAt(section.node, path),
    `\`${shown}\` is not between nothing and ${most}`,
    'write a duration such as `PT10S`',
  );
  return undefined;
}

/** undefined: months and years vary. */
function parseMilliseconds(iso: string): number | undefined {
  try {
    return new Period(iso).duration.total({ unit: 'milliseconds' });
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
