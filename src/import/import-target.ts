// What the cases of a log become, and by whom.
import type { PublishedVersion } from '../ports/specifications.js';
import type { Entity } from '#specification/model/specification.js';
import type { TimeZone } from './parse-log-time.js';
import type { LogIds } from './log-ids.js';

export interface ImportTarget {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  /** Name of the log, as events will quote it. */
  readonly log: string;
  /** Attributes of cases and events to leave out. */
  readonly ignore: ReadonlySet<string>;
  /** Of times that name no zone. */
  readonly zone: TimeZone;
  readonly ids: LogIds;
  /** When the import began. */
  readonly now: string;
}
