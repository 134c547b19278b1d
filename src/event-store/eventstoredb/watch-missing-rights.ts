import type { HealthIssues } from '#platform/health-issues.js';
import type { EventStoreRightMissing } from '../event-store.js';
import type { ServerRight } from './describe-missing-right.js';
import { throwUncaught } from '#platform/throw-uncaught.js';

const RIGHTS_KEY = 'rights in the event store';

const CHECK_EVERY_MS = 2_000;

export interface MissingRightsWatch {
  reportMissing(right: ServerRight, error: EventStoreRightMissing): void;
  close(): void;
}

/** `isGranted` throws where the server does not answer. */
export function watchMissingRights(
  healthIssues: HealthIssues,
  isGranted: (right: ServerRight) => Promise<boolean>,
  every = CHECK_EVERY_MS,
): MissingRightsWatch {
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const look = (right: ServerRight) => {
    timer = setTimeout(() => {
      isGranted(right)
        .catch(() => false)
        .then((given) => {
          if (isClosed) return;
          timer = undefined;
          if (given) healthIssues.resolve(RIGHTS_KEY);
          else look(right);
        })
        .catch(throwUncaught);
    }, every).unref();
  };
  return {
    reportMissing(right, { message, publicMessage }) {
      const what = `${message} It is looked for again and again, and what was refused meanwhile can be sent again then.`;
      healthIssues.raise({
        key: RIGHTS_KEY,
        adminMessage: what,
        publicMessage: `the event store does not let Daybook ${publicMessage}`,
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
