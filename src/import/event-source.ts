// What stays with an imported event: where it came from, how its time was written, and what the log says of it besides.
import type { StepSource } from '#domain/record/record-commands.js';
import { findPeopleInAttributes } from './people-in-attributes.js';
import { toStoredAttributes } from './store-attributes.js';
import type { LogIds } from './log-ids.js';
import type { LogMoment } from './parse-log-time.js';
import type { PeopleOfLog } from './people-of-log.js';
import type { LogAttribute } from './xes-log.js';

export const XES_TIMESTAMP = 'time:timestamp';

export interface EventOrigin {
  readonly line: number;
  readonly moment: LogMoment;
  /** All that is taken over of the event. */
  readonly attributes: readonly LogAttribute[];
  /** Those that no field takes. */
  readonly beyond: readonly LogAttribute[];
}

/** `people`: everybody the log names; undefined while they are still being gathered, and nothing is written. */
export function sourceOf(
  { line, moment, attributes, beyond }: EventOrigin,
  ids: LogIds,
  people: PeopleOfLog | undefined,
): StepSource {
  const { instant, written, timeZone } = moment;
  const known = attributes.filter(({ key }) => key !== XES_TIMESTAMP);
  const at = { key: XES_TIMESTAMP, type: 'date', value: instant, line };
  return {
    line,
    fingerprint: people ? ids.fingerprint([...known, at]) : '',
    ...(written !== undefined && { at: written }),
    ...(timeZone !== undefined && { timeZone }),
    ...(beyond.length > 0 && { attributes: toStoredAttributes(beyond) }),
    ...(beyond.length > 0 && people && { about: findPeopleInAttributes(beyond, people) }),
  };
}

/** A reason is kept readable. One that speaks of people is sealed with the rest, and said to be there. */
export function reasonOf(
  beyond: readonly LogAttribute[],
  people: PeopleOfLog | undefined,
): string | undefined {
  const reason = beyond.find(({ key }) => key === 'reason')?.value;
  if (reason === undefined || !people || people.spokenOf(reason).length === 0) return reason;
  return 'As the log says; its words speak of a person and are kept with the event.';
}
