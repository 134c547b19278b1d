// What the read model of records has to be quick at, from the specifications that are published.
import type { Specification } from '#specification/specification.js';
import type { CollectionShape } from '#projections/port/query.js';
import { recordsCollection } from './record-document.js';
import { recordsShape } from './records-shape.js';

interface PublishedVersion {
  readonly specification: Specification;
  readonly version: number;
}

export function recordShapes() {
  const shapes = new Map<string, { readonly version: number; readonly shape: CollectionShape }>();
  return {
    /** undefined: no specification says so (yet). Indexes stay as they are until one does. */
    of: (collection: string): CollectionShape | undefined => shapes.get(collection)?.shape,

    /** true: something is new. */
    learn(published: readonly PublishedVersion[]): boolean {
      let news = false;
      for (const { specification, version } of published) {
        for (const entity of Object.values(specification.entities)) {
          const collection = recordsCollection(specification.key, entity.key);
          if (shapes.get(collection)?.version === version) continue;
          const retained = Object.hasOwn(specification.limits.retention, entity.key);
          const screens = specification.screens.filter((screen) => screen.entity === entity.key);
          shapes.set(collection, { version, shape: recordsShape(entity, screens, retained) });
          news = true;
        }
      }
      return news;
    },
  };
}
