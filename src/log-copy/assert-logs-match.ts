import type { RecordedEvent } from '#domain/event.js';
import { LogCopyRefused } from './log-copy-refused.js';
import type { LogComparison } from './compare-logs.js';

/** Before anything is written. */
export function assertTargetIsPrefixOfSource({ same, next: { a, b } }: LogComparison): void {
  if (!b) return;
  const here = a
    ? `its event ${same + 1} is ${describeEvent(b)}, where the source has ${describeEvent(a)}${memberThatDiffers(a, b)}`
    : `the source ends after ${same} events, and the target goes on with ${describeEvent(b)}`;
  throw new LogCopyRefused(
    `the target is neither empty nor the beginning of the source: ${here}. Nothing was written. Name an empty log with --to.`,
  );
}

/** After both were read again. */
export function assertLogsEqual({ same, next: { a, b } }: LogComparison): void {
  if (!a && !b) return;
  const there = (event: RecordedEvent | undefined) => (event ? describeEvent(event) : 'nothing more');
  throw new LogCopyRefused(
    `the logs are not the same: as event ${same + 1} the source has ${there(a)}, the target ${there(b)}${memberThatDiffers(a, b)}. ` +
      'Do not use the target. Stop whatever writes into it, and copy into an empty log.',
  );
}

type MemberValue = unknown;
const isObject = (value: MemberValue): value is Readonly<Record<string, MemberValue>> =>
  typeof value === 'object' && value !== null;

/** `daybook events --json` prints whole documents. */
const LONGEST = 200;
const shown = (value: MemberValue): string => {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
};

/** '; data.amount is 3 in the source, 4 in the target'. '' where only one log has an event. */
function memberThatDiffers(a: RecordedEvent | undefined, b: RecordedEvent | undefined): string {
  if (!a || !b) return '';
  const members = ['stream', 'version', 'id', 'type', 'data', 'metadata'] as const;
  const found = members
    .map((name) => firstDifference(a[name], b[name], name))
    .find((each) => each !== undefined);
  return found ? `; ${found.path} is ${shown(found.a)} in the source, ${shown(found.b)} in the target` : '';
}

interface MemberDifference {
  readonly path: string;
  readonly a: MemberValue;
  readonly b: MemberValue;
}

function firstDifference(a: MemberValue, b: MemberValue, path: string): MemberDifference | undefined {
  if (isObject(a) && isObject(b) && Array.isArray(a) === Array.isArray(b)) {
    for (const key of new Set([...Object.keys(a), ...Object.keys(b)])) {
      const found = firstDifference(a[key], b[key], `${path}.${key}`);
      if (found) return found;
    }
    return undefined;
  }
  return Object.is(a, b) ? undefined : { path, a, b };
}

const describeEvent = ({ type, stream, version, position, id }: RecordedEvent) =>
  `${type} (version ${version} of ${stream}, id ${id}, position ${position})`;
