// Storage format: change only with an upcast.
import type { Event, EventTypeMap } from '../event.js';

/** A new version renamed held or delegated roles. */
export type UserRolesRenamed = Event<
  'user.roles-renamed',
  {
    readonly application: string;
    readonly version: number;
    readonly roles: Readonly<Record<string, string>>;
    readonly deputations: readonly string[];
  }
>;

export const roleEventTypes: EventTypeMap<UserRolesRenamed> = {
  'user.roles-renamed': {
    stream: 'user-<person>',
    kind: 'person',
    upcasts: [],
    when: 'A version of a specification was published that calls roles otherwise (`was`), and the person holds one of them, or a deputy was lent one. The cause is the publication; the actor is who published it.',
    title: 'Roles called otherwise',
    verbPhrase: 'gave roles another name',
    connector: ' of ',
    members: {
      application: 'key of the application',
      version: 'the version of the specification that calls them so',
      roles: 'role → what it is called from here on',
      deputations: 'ids of the deputations that lend one of them',
    },
  },
};
