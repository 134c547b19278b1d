// Read model `specifications`: every application with all versions of its text.
import type { Recorded } from '#domain/event.js';
import type { SpecificationPublished } from '#domain/specification/specification-events.js';
import type { Projection } from '../port/projection.js';
import type { Shape } from '../port/query.js';
import { SPECIFICATIONS_COLLECTION, type SpecificationDocument } from './specification-document.js';

export const specificationsProjection: Projection<SpecificationDocument> = {
  name: 'specifications',
  version: 1,
  target: (event) =>
    event.type === 'specification.published'
      ? { collection: SPECIFICATIONS_COLLECTION, id: (event as Recorded<SpecificationPublished>).data.key }
      : undefined,
  apply(document, recorded) {
    const { data, metadata, position } = recorded as Recorded<SpecificationPublished>;
    const published = {
      version: data.version,
      text: data.text,
      publishedBy: metadata.actor,
      publishedAt: metadata.recordedAt,
    };
    return {
      id: data.key,
      position,
      name: data.name,
      version: data.version,
      versions: [...(document?.versions ?? []), published],
    };
  },
};

export const specificationsShape: Shape = { indexes: [], text: [] };
