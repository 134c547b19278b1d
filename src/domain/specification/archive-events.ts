// Storage format: change only with an upcast.
import type { Event, EventTypeMap } from '../event.js';

interface ArchiveContent {
  /** Hex SHA-256 of the archive's manifest; empty: broken off. */
  readonly archive: string;
  readonly events: number;
  readonly people: number;
  readonly files: number;
}

export type ApplicationExported = Event<
  'specification.exported',
  ArchiveContent & {
    /** Log position. */
    readonly upTo: number;
  }
>;

export type ApplicationImported = Event<
  'specification.imported',
  ArchiveContent & {
    /** Instant of the export. */
    readonly exportedAt: string;
    /** Version of Daybook that wrote the archive. */
    readonly daybook: string;
  }
>;

export type ArchiveEvent = ApplicationExported | ApplicationImported;

const STREAM = { stream: 'specification-<key>', kind: 'specification', upcasts: [] } as const;
const CONTENT = {
  archive: 'SHA-256 of the manifest in the archive, in hex: it names the hashes of all files in it',
  events: 'how many events are in it',
  people: 'how many people',
  files: 'how many uploaded files',
} as const;

export const archiveEventTypes: EventTypeMap<ArchiveEvent> = {
  'specification.exported': {
    ...STREAM,
    when: 'Somebody wrote the whole application into an archive: specifications, events, people and files, personal data among them.',
    title: 'Application exported',
    verbPhrase: 'exported the application',
    members: {
      ...CONTENT,
      archive: `${CONTENT.archive}; empty: the download was broken off, and people and files are not counted`,
      upTo: 'position of the log up to which events are in it',
    },
  },
  'specification.imported': {
    ...STREAM,
    when: 'Somebody took an application over from another installation. It is written after everything of the archive.',
    title: 'Application imported',
    verbPhrase: 'imported the application',
    describe: ({ events }) =>
      typeof events === 'number'
        ? `imported the application with ${events.toLocaleString('en')} events`
        : 'imported the application',
    members: {
      ...CONTENT,
      exportedAt: 'when the archive was written: an instant',
      daybook: 'version of Daybook that wrote it',
    },
  },
};
