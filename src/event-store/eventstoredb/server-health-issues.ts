import { LOG_ISSUE_KEY, type HealthIssue } from '#platform/health-issues.js';
import type {
  AppendTooLarge,
  DamagedEventError,
  EventStoreUnavailable,
  StreamTruncatedError,
} from '../event-store.js';
import type { UnsupportedEventLog } from './server-errors.js';

export const createLogDamageIssue = (shown: string, { place, message }: DamagedEventError): HealthIssue => ({
  key: LOG_ISSUE_KEY,
  adminMessage:
    `In the log on ${shown}, ${message}. Nothing is written any more, since pages would never show it; what stands before that event ` +
    'is shown. Without a backup, `daybook copy` takes the events before it into a new log.',
  publicMessage: `the log is damaged at event ${place.position}`,
  severity: 'error',
});

export const createUnsupportedLogIssue = ({ message }: UnsupportedEventLog): HealthIssue => ({
  key: LOG_ISSUE_KEY,
  adminMessage: message,
  publicMessage: 'the log cannot be used any further',
  severity: 'error',
});

export const createAppendTooLargeIssue = ({ message }: AppendTooLarge): HealthIssue => ({
  key: 'size of an append',
  adminMessage: message,
  publicMessage: 'something was too large to be stored',
  severity: 'warning',
});

/** The rest of the log goes on. */
export const createTruncatedStreamIssue = ({ stream, message }: StreamTruncatedError): HealthIssue => ({
  key: toStreamIssueKey(stream),
  adminMessage: message,
  // Hides the stream's name from visitors who are not signed in.
  publicMessage:
    'events are missing from a stream of the log: its log lines, the status page and `daybook status` say from which',
  severity: 'error',
});

export const toStreamIssueKey = (stream: string): string => `stream ${stream}`;

/** Only for the server log: health checks ask the server themselves. */
export const createUnavailableIssue = ({ message }: EventStoreUnavailable): HealthIssue => ({
  key: UNAVAILABLE_ISSUE_KEY,
  adminMessage: `${message} Nothing can be saved until it does; it is asked again and again.`,
  publicMessage: 'the event store does not answer',
  severity: 'warning',
});

export const UNAVAILABLE_ISSUE_KEY = 'event store';
