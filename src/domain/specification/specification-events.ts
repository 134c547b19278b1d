// Events of one application's specification. Names and shapes are the storage format.
import type { Event } from '../event.js';
import type { EventTypesOf } from '../event-type.js';

export type SpecificationPublished = Event<
  'specification.published',
  {
    readonly key: string;
    readonly name: string;
    /** 1, 2, 3, … */
    readonly version: number;
    /** The whole document. */
    readonly text: string;
  }
>;

export type SpecificationEvent = SpecificationPublished;

export const specificationEventTypes: EventTypesOf<SpecificationEvent> = {
  'specification.published': {
    stream: 'specification-<key>',
    when: 'Somebody published a version of a specification.',
    title: 'Specification published',
    kind: 'specification',
    did: 'published a version of the specification',
    told: ({ version }) => `published version ${String(version)} of the specification`,
    members: {
      key: 'key of the application',
      name: 'its name',
      version: '1, 2, 3, …',
      text: 'the whole document',
    },
    upcasts: [],
  },
};
