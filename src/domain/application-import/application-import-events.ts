// Which archive of an application is taken over. Storage format: change only with an upcast.
import type { Event, EventTypeMap } from '../event.js';

export type ApplicationImportBegun = Event<
  'application-import.begun',
  {
    readonly application: string;
    /** Hex SHA-256 of the archive's manifest. */
    readonly archive: string;
    /** Digest of who is whom. */
    readonly people: string;
    readonly events: number;
    /** Instant. */
    readonly exportedAt: string;
  }
>;

export const applicationImportEventTypes: EventTypeMap<ApplicationImportBegun> = {
  'application-import.begun': {
    stream: 'import-<key>',
    when: 'Somebody began to take an application over from an archive, which was checked before. From here on, no other archive of this application is taken over, nor this one with other people. When all of it is there, `specification.imported` says so.',
    title: 'Import of an application begun',
    kind: 'specification',
    verbPhrase: 'began the import of an application',
    describe: ({ application }) =>
      typeof application === 'string'
        ? `began the import of the application ${application}`
        : 'began the import of an application',
    members: {
      application: 'key of the application',
      archive: 'SHA-256 of the manifest in the archive, in hex: it names the hashes of all files in it',
      people: {
        means: 'SHA-256 of who of the archive is who here, in hex',
        visibility: 'nobody',
      },
      events: 'how many events are in the archive',
      exportedAt: 'when the archive was written: an instant',
    },
    upcasts: [],
  },
};
