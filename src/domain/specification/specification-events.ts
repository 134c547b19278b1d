// Storage format: change only with an upcast.
import type { Event, EventTypeMap, EventVocabulary } from '../event.js';
import { archiveEventTypes, type ArchiveEvent } from './archive-events.js';
export type SpecificationPublished = Event<
  'specification.published',
  {
    readonly key: string;
    readonly name: string;
    readonly version: number;
    readonly text: string;
    /** Log position of the check for lost data; missing: not checked. */
    readonly asked?: number;
  }
>;

export type ConstantsChanged = Event<
  'specification.constants-changed',
  {
    readonly changes: readonly {
      readonly constant: string;
      readonly key: string | null;
      readonly from: string;
      /** The value before; null: none. */
      readonly before: string | null;
      readonly text: string;
    }[];
  }
>;

export type SpecificationEvent = SpecificationPublished | ConstantsChanged | ArchiveEvent;

export const specificationEventTypes: EventTypeMap<SpecificationEvent> = {
  'specification.published': {
    stream: 'specification-<key>',
    when: 'Somebody published a version of a specification.',
    title: 'Specification published',
    kind: 'specification',
    verbPhrase: 'published a version of the specification',
    describe: ({ version }) => `published version ${String(version)} of the specification`,
    members: {
      key: 'key of the application',
      name: 'its name',
      version: '1, 2, 3, …',
      text: 'the whole document',
      asked:
        'up to this position of the log, records were asked whether everything in them has its place in it; missing in the first version, and before there was such a question',
    },
    upcasts: [],
  },
  'specification.constants-changed': {
    stream: 'specification-<key>',
    when: 'Somebody changed constants without publishing a version. The reason is in the metadata.',
    title: 'Constants changed',
    kind: 'specification',
    verbPhrase: 'changed constants',
    describe: ({ changes }, words) =>
      Array.isArray(changes)
        ? `changed ${changes.map((change) => describeChange(change, words)).join('; ')}`
        : 'changed constants',
    members: {
      changes:
        'of each: the `constant`, its `key` (null: it has one value), the day `from` which on it holds, what would have held then (`before`), and the `text` of the new value, as a document writes it',
    },
    upcasts: [],
  },
  ...archiveEventTypes,
};

function describeChange(change: unknown, words: EventVocabulary): string {
  const { constant, key, from, before, text } = change as ConstantsChanged['data']['changes'][number];
  const title = words.constant(constant);
  const name = key === null ? title : `${title} (${key})`;
  return `${name} from ${before === null ? 'nothing' : words.constantValue(before)} to ${words.constantValue(text)}, from ${words.day(from)} on`;
}
