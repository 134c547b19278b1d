// Raises a missing right as a health issue once, and polls until it is granted.
import type { HealthIssues } from '#platform/health-issues.js';
import type { MissingRight } from '../event-store.js';
import type { ServerRight } from './describe-missing-right.js';

const RIGHTS_KEY = 'rights in the event store';

const CHECK_EVERY_MS = 2_000;

export interface RightsWatch {
  reportMissing(right: ServerRight, error: MissingRight): void;
  close(): void;
}

/** `isGranted` throws where the server does not answer. */
export function watchMissingRights(
  healthIssues: HealthIssues,
  isGranted: (right: ServerRight) => Promise<boolean>,
  every = CHECK_EVERY_MS,
): RightsWatch {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const look = (right: ServerRight) => {
    timer = setTimeout(() => {
      void isGranted(right)
        .catch(() => false)
        .then((given) => {
          if (isClosed) return;
          timer = undefined;
          if (given) healthIssues.resolve(RIGHTS_KEY);
          else look(right);
        });
    }, every).unref();
  };
  return {
    reportMissing(right, { message, shown }) {
      const what = `${message} It is looked for again and again, and what was refused meanwhile can be sent again then.`;
      healthIssues.raise({
        key: RIGHTS_KEY,
        adminMessage: what,
        publicMessage: `the event store does not let Daybook ${shown}`,
        severity: 'error',
      });
      if (timer === undefined && !isClosed) look(right);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
