import { LOG_ISSUE_KEY, type HealthIssue } from '#platform/health-issues.js';

/** `where`: 'event 12 (orders.Order-…, version 3)'. */
export const createLogDamageIssue = (path: string, where: string, shown: string): HealthIssue => ({
  key: LOG_ISSUE_KEY,
  adminMessage:
    `The log ${path} is damaged: ${where} cannot be read as it was written. Nothing is written to it any more; what can be read is ` +
    'shown. Stop Daybook, keep the damaged file, and restore the log from a backup. Without one, `daybook copy` takes the events before the damage into a new log.',
  publicMessage: shown,
  severity: 'error',
});
