// Roles that somebody holds have other names in a later version: the event, and what it makes of them. Its name and shape are the storage
// format: add an upcast before changing them.
import type { Event, EventTypeMap } from '../event.js';

/** A version of the specification calls roles otherwise that the person holds, or that their deputies were lent. */
export type UserRolesRenamed = Event<
  'user.roles-renamed',
  {
    readonly application: string;
    /** Of the specification. */
    readonly version: number;
    readonly roles: Readonly<Record<string, string>>;
    /** Those that lend one of the roles. */
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
