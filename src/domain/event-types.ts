// Storage, sealing, redaction, search and docs/events.md derive from these descriptions.
import { callEventTypes, type CallEvent } from './call/call-events.js';
import { claimEventTypes, type ClaimEvent } from './claim/claim-events.js';
import type { Metadata, EventType, EventTypeMap } from './event.js';
import { processEventTypes, type ProcessEvent } from './process-manager/process-manager-events.js';
import { projectionEventTypes, type ProjectionControlEvent } from './projection/projection-control-events.js';
import { recordEventTypes, type RecordEvent } from './record/record-events.js';
import {
  applicationImportEventTypes,
  type ApplicationImportBegun,
} from './application-import/application-import-events.js';
import { signInRulesEventTypes, type SignInRulesChosen } from './sign-in-rules/sign-in-rules-events.js';
import { specificationEventTypes, type SpecificationEvent } from './specification/specification-events.js';
import { timelineExportEventTypes, type TimelineExported } from './timeline-export/timeline-export-events.js';
import { providerRolesEventTypes, type ProviderRolesChanged } from './user/provider-roles-events.js';
import { userEventTypes, type UserEvent } from './user/user-events.js';

export type StoredEvent =
  | RecordEvent
  | CallEvent
  | UserEvent
  | ProviderRolesChanged
  | SpecificationEvent
  | ClaimEvent
  | ProjectionControlEvent
  | ProcessEvent
  | SignInRulesChosen
  | ApplicationImportBegun
  | TimelineExported;

export const eventTypes: EventTypeMap<StoredEvent> = {
  ...recordEventTypes,
  ...callEventTypes,
  ...claimEventTypes,
  ...specificationEventTypes,
  ...userEventTypes,
  ...providerRolesEventTypes,
  ...projectionEventTypes,
  ...processEventTypes,
  ...signInRulesEventTypes,
  ...applicationImportEventTypes,
  ...timelineExportEventTypes,
};

/** undefined: an event of another version of Daybook. */
export function findEventType(type: string): EventType | undefined {
  return Object.hasOwn(eventTypes, type)
    ? (eventTypes as Readonly<Record<string, EventType>>)[type]
    : undefined;
}

export const BOOKKEEPING_EVENT_TYPES: readonly string[] = Object.entries(eventTypes).flatMap(
  ([type, { kind }]) => (kind === 'bookkeeping' ? [type] : []),
);

export const METADATA_DESCRIPTIONS: { readonly [Member in keyof Required<Metadata>]: string } = {
  actor: 'id of the person who did it, or `system`',
  recordedAt: 'when it was written down: ISO 8601, UTC',
  commandId: 'id of the command; the same command twice happens once',
  correlationId: 'id of what everything that followed from one cause has in common',
  payload:
    'keyed fingerprint of what the command asked for: the same id with another one is refused; missing in claims, in imported events and in those written before there was one',
  causationId: 'id of the event or command that led to this one',
  specification:
    '`key` and `version` of the specification it was decided by; where constants were changed since, how many such changes were known (`constants`)',
  reason: 'the reason given',
  onBehalfOf: 'id of the person whose deputy the actor was; missing where somebody acted for themselves',
  effectiveAt: 'when it happened, where that is not when it was written down (imports, back-dated facts)',
  commandLine:
    'of what was done on the command line: id of the `person` that `--as` named, else the `account` of the operating system; missing in what was written before that was noted',
  program:
    'id of the API token with which a program did it for the actor; missing where the actor did it without a token',
  source:
    'where an imported event came from: `log`, `line`; the time `at` as the log wrote it and the `timeZone` it was taken for, where that says more; keyed digests of what was said (`fingerprint`, of a case `fingerprints` by attribute); and the `attributes` the log had beyond that, sealed where they speak of people',
  archive:
    'of what was imported with a whole application: `sha256` of the archive, and when it was written down (`recordedAt`) in the installation it came from',
};
