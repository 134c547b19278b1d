import type { ImportedStepSource } from '#domain/record/record-commands.js';
import { findPeopleInAttributes } from './find-people-in-attributes.js';
import { toStoredAttributes } from './stored-attributes.js';
import type { LogIdDeriver } from './log-id-deriver.js';
import type { LogMoment } from './parse-log-time.js';
import type { PeopleOfLog } from './people-of-log.js';
import type { LogAttribute } from './xes-log.js';

export const XES_TIMESTAMP = 'time:timestamp';

export interface EventProvenance {
  readonly line: number;
  readonly moment: LogMoment;
  readonly attributes: readonly LogAttribute[];
  readonly unmapped: readonly LogAttribute[];
}

/** `people`: names in the log; undefined during the first pass. */
export function createStepSource(
  { line, moment, attributes, unmapped }: EventProvenance,
  ids: LogIdDeriver,
  people: PeopleOfLog | undefined,
): ImportedStepSource {
  const { instant, written, timeZone } = moment;
  const known = attributes.filter(({ key }) => key !== XES_TIMESTAMP);
  const at = { key: XES_TIMESTAMP, type: 'date', value: instant, line };
  return {
    line,
    fingerprint: people ? ids.computeFingerprint([...known, at]) : '',
    ...(written !== undefined && { at: written }),
    ...(timeZone !== undefined && { timeZone }),
    ...(unmapped.length > 0 && { attributes: toStoredAttributes(unmapped) }),
    ...(unmapped.length > 0 && people && { about: findPeopleInAttributes(unmapped, people) }),
  };
}

/** Plain text; one that mentions people is sealed with the other attributes. */
export function findImportedReason(
  beyond: readonly LogAttribute[],
  people: PeopleOfLog | undefined,
): string | undefined {
  const reason = beyond.find(({ key }) => key === 'reason')?.value;
  if (reason === undefined || !people || people.findMentionedPeople(reason).length === 0) return reason;
  return 'As the log says; its words speak of a person and are kept with the event.';
}
