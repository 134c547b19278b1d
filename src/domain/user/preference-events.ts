// Storage format: change only with an upcast.
import type { Event, EventTypeMap } from '../event.js';

export const PREFERRED_LANGUAGES = ['en', 'de'] as const;

export type PreferredLanguage = (typeof PREFERRED_LANGUAGES)[number];

export interface Preferences {
  /** null: automatic. */
  readonly language: PreferredLanguage | null;
  /** IANA; null: the application's. */
  readonly timeZone: string | null;
  readonly singleKeys?: false;
}

export const DEFAULT_PREFERENCES: Preferences = { language: null, timeZone: null };

export type UserPreferencesChosen = Event<'user.preferences-chosen', Preferences>;

export const isPreferenceEvent = <E extends { readonly type: string }>(
  event: E,
): event is Extract<E, { readonly type: 'user.preferences-chosen' }> =>
  event.type === 'user.preferences-chosen';

export const preferenceEventTypes: EventTypeMap<UserPreferencesChosen> = {
  'user.preferences-chosen': {
    ...({ stream: 'user-<person>', kind: 'person', upcasts: [] } as const),
    when: 'A person chose the language and the time zone in which Daybook answers them, and whether single keys are shortcuts.',
    title: 'Language, time zone and keys chosen',
    verbPhrase: 'chose language, time zone and keys',
    connector: ' for ',
    members: {
      language: {
        means: '`en` or `de`; null: that of the application or of the browser',
        visibility: 'person',
      },
      timeZone: { means: 'an IANA time zone; null: that of the application', visibility: 'person' },
      singleKeys: {
        means: 'false: letters and signs pressed alone are no shortcuts; absent: they are',
        visibility: 'person',
      },
    },
  },
};
