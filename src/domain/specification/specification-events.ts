// Events of one application's specification. Names and shapes are the storage format.
import type { Event } from '../event.js';

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
