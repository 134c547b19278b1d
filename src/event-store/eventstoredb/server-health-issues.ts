// Health issues of a log on a server: place, consequence and remedy.
import { LOG_ISSUE, type HealthIssue } from '#platform/health-issues.js';
import type { AppendTooLarge, DamagedEvent, EventStoreUnavailable, StreamTruncated } from '../event-store.js';
import type { UnsupportedLog } from './server-errors.js';

/** `shown`: the server. */
export const logDamageIssue = (shown: string, { place, message }: DamagedEvent): HealthIssue => ({
  key: LOG_ISSUE,
  adminMessage:
    `In the log on ${shown}, ${message}. Nothing is written any more, since pages would never show it; what stands before that event ` +
    'is shown. Without a backup, `daybook copy` takes the events before it into a new log.',
  publicMessage: `the log is damaged at event ${place.position}`,
  severity: 'error',
});

export const unsupportedLogIssue = ({ message }: UnsupportedLog): HealthIssue => ({
  key: LOG_ISSUE,
  adminMessage: message,
  publicMessage: 'the log cannot be used any further',
  severity: 'error',
});

/** Raised once; each sender gets the error as well. */
export const appendTooLargeIssue = ({ message }: AppendTooLarge): HealthIssue => ({
  key: 'size of an append',
  adminMessage: message,
  publicMessage: 'something was too large to be stored',
  severity: 'warning',
});

/** Affects one stream; the rest of the log goes on. */
export const truncatedStreamIssue = ({ stream, message }: StreamTruncated): HealthIssue => ({
  key: streamIssueKey(stream),
  adminMessage: message,
  // The stream's name is hidden from visitors who are not signed in.
  publicMessage:
    'events are missing from a stream of the log: its log lines, the status page and `daybook status` say from which',
  severity: 'error',
});

export const streamIssueKey = (stream: string): string => `stream ${stream}`;

/** Health checks ask the server themselves; this issue only writes a line to the log. */
export const unavailableIssue = ({ message }: EventStoreUnavailable): HealthIssue => ({
  key: UNAVAILABLE_KEY,
  adminMessage: `${message} Nothing can be saved until it does; it is asked again and again.`,
  publicMessage: 'the event store does not answer',
  severity: 'warning',
});

export const UNAVAILABLE_KEY = 'event store';
