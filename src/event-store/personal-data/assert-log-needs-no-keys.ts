// A log with personal data already has keys elsewhere, so no new key store may be created.
import type { EventStore } from '../event-store.js';
import { collectPersonKeyNames } from './personal-data.js';
import { PersonalDataUnreadable } from './personal-data-unreadable.js';

/** People are registered early in every log. */
const MAX_EVENTS = 2_000;

/** Throws `PersonalDataUnreadable`. */
export async function assertLogNeedsNoKeys(
  log: Pick<EventStore, 'all' | 'head'>,
  place: string,
): Promise<void> {
  const head = await log.head();
  if (head === 0) return;
  let checked = 0;
  for await (const batch of log.all()) {
    if (batch.some(({ data }) => collectPersonKeyNames(data).size > 0))
      throw new PersonalDataUnreadable(
        `The log holds personal data, but there are no keys for them yet in ${place}. ` +
          'Bring the keys and the master key from where Daybook ran before, or name them with DAYBOOK_KEYS and DAYBOOK_MASTER_KEY.',
      );
    checked += batch.length;
    if (checked >= MAX_EVENTS || batch.at(-1)!.position >= head) return;
  }
}
