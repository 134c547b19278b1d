import type { PublishedVersion } from '../ports/specifications.js';
import type { Entity } from '#specification/model/specification.js';
import type { TimeZone } from './parse-log-time.js';
import type { LogIdDeriver } from './log-id-deriver.js';

export interface ImportContext {
  readonly published: PublishedVersion;
  readonly entity: Entity;
  /** Stored with events. */
  readonly log: string;
  /** Of cases and events. */
  readonly ignore: ReadonlySet<string>;
  /** For times without a zone. */
  readonly zone: TimeZone;
  readonly ids: LogIdDeriver;
  readonly now: string;
}
