// The table by which groups at providers give roles. Storage format: change only with an upcast.
import type { Event, EventTypeMap } from '../event.js';

export interface ProviderRolesRow {
  /** Key of the provider. */
  readonly provider: string;
  readonly group: string;
  readonly application: string;
  readonly role: string;
}

export type ProviderRolesChanged = Event<
  'provider-roles.changed',
  { readonly rows: readonly ProviderRolesRow[] }
>;

export const providerRolesEventTypes: EventTypeMap<ProviderRolesChanged> = {
  'provider-roles.changed': {
    stream: 'provider-roles',
    kind: 'person',
    upcasts: [],
    when: 'An administrator changed which roles the groups at providers give. It holds from the next sign-in of each person on.',
    title: 'Roles by groups changed',
    verbPhrase: 'changed which roles the groups at providers give',
    members: {
      rows: {
        means:
          'the whole table: key of the `provider`, `group` as it calls it, and the `role` of an `application` that it gives',
        visibility: 'operators',
      },
    },
  },
};
