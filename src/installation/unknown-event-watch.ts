// Events of a newer version are shown as they are stored, and nothing is decided on streams that have any (NEWER_VERSION).
import { findEventType } from '../domain/event-types.js';
import type { RecordedEvent } from '../domain/event.js';
import type { EventStore } from '../event-store/event-store.js';
import { readDaybookVersion } from '../platform/daybook-version.js';
import type { HealthIssues } from '../platform/health-issues.js';

const ISSUE_KEY = 'events of a newer version';

/** Raises a health issue at the first event of an unknown type that is read. */
export function watchUnknownEvents(store: EventStore, healthIssues: HealthIssues): EventStore {
  let isRaised = false;
  const look = (events: readonly RecordedEvent[]): void => {
    const unknown = isRaised ? undefined : events.find(({ type }) => !findEventType(type));
    if (!unknown) return;
    isRaised = true;
    const { type, position, stream } = unknown;
    healthIssues.raise({
      key: ISSUE_KEY,
      adminMessage:
        `The log has events of a newer version of Daybook: ${type} at position ${position} (${stream}). This is Daybook ${readDaybookVersion()}. ` +
        'It shows them as they are stored, and refuses what would be decided by them. Start the newer version; see “Upgrading” in docs/operating.md.',
      publicMessage: 'a newer version of Daybook has written to the log',
      severity: 'warning',
    });
  };
  return {
    ...store,
    async read(...args) {
      const found = await store.read(...args);
      look(found.events);
      return found;
    },
    async *all(after, signal) {
      for await (const batch of store.all(after, signal)) {
        look(batch);
        yield batch;
      }
    },
  };
}
