import type { RecordedEvent } from '#domain/event.js';
import type { ConstantsChanged, SpecificationPublished } from '#domain/specification/specification-events.js';
import { parseStreamName } from '#domain/stream-names.js';
import {
  type Projection,
  openDocuments,
  type Documents,
  type ActiveGenerations,
} from '#projections/port/projection.js';
import type { CollectionIndexes } from '#projections/port/query.js';
import {
  SPECIFICATIONS_COLLECTION,
  toSpecificationTextId,
  SPECIFICATION_TEXTS_COLLECTION,
  type SpecificationDocument,
  type SpecificationTextDocument,
} from './specification-document.js';

type ConstantsEvent = RecordedEvent<ConstantsChanged>;
type Publication = RecordedEvent<SpecificationPublished>;

export const specificationsProjection: Projection<SpecificationDocument | SpecificationTextDocument> = {
  name: 'specifications',
  version: 3,
  types: ['specification.'],
  // Texts first, so that a visible version always has its text.
  targets(event) {
    if (event.type === 'specification.constants-changed') {
      const stream = parseStreamName(event.stream);
      return stream?.of === 'specification'
        ? [{ collection: SPECIFICATIONS_COLLECTION, id: stream.application }]
        : [];
    }
    if (event.type !== 'specification.published') return [];
    const { key, version } = (event.data ?? {}) as Partial<Publication['data']>;
    // Event of another program.
    if (typeof key !== 'string' || key === '' || typeof version !== 'number') return [];
    return [
      { collection: SPECIFICATION_TEXTS_COLLECTION, id: toSpecificationTextId(key, version) },
      { collection: SPECIFICATIONS_COLLECTION, id: key },
    ];
  },
  apply(document, recorded, { collection, id }) {
    if (recorded.type === 'specification.constants-changed')
      return document && withConstants(document as SpecificationDocument, recorded as ConstantsEvent);
    const event = recorded as Publication;
    assertPublication(event);
    if (collection === SPECIFICATION_TEXTS_COLLECTION)
      return { id, position: event.position, text: event.data.text };
    return withVersion(document as SpecificationDocument | undefined, event);
  },
};

/** Throws `TypeError`: an invalid text would stop every application from being served. */
function assertPublication({ data }: Publication): void {
  if (typeof data.text !== 'string' || typeof data.name !== 'string')
    throw new TypeError('it has no text of a specification');
}

function withVersion(
  document: SpecificationDocument | undefined,
  { data, metadata, position }: Publication,
): SpecificationDocument {
  const published = {
    version: data.version,
    publishedBy: metadata.actor,
    publishedAt: metadata.archive?.recordedAt ?? metadata.recordedAt,
    ...(metadata.commandLine && { commandLine: metadata.commandLine }),
  };
  return {
    id: data.key,
    position,
    name: data.name,
    version: data.version,
    versions: [...(document?.versions ?? []), published],
    ...(document?.constants && { constants: document.constants }),
  };
}

function withConstants(
  document: SpecificationDocument,
  { data, metadata, position }: ConstantsEvent,
): SpecificationDocument {
  const provenance = {
    by: metadata.actor,
    at: metadata.archive?.recordedAt ?? metadata.recordedAt,
    reason: metadata.reason ?? null,
  };
  const { changes: all } = data as { readonly changes: unknown };
  const isChange = (each: unknown) =>
    typeof each === 'object' &&
    each !== null &&
    typeof (each as { readonly constant?: unknown }).constant === 'string';
  if (!Array.isArray(all) || !all.every(isChange))
    throw new TypeError('it does not say which constants were changed');
  const changes = data.changes.map((change) => ({ ...change, ...provenance }));
  return { ...document, position, constants: [...(document.constants ?? []), ...changes] };
}

export const specificationsIndexes: CollectionIndexes = { indexes: [], text: [] };

interface SpecificationsReadModel extends Pick<Documents<SpecificationDocument>, 'get'> {
  listByName(limit: number): Promise<readonly SpecificationDocument[]>;
  findText(application: string, version: number): Promise<string | undefined>;
}

export function createSpecificationsReadModel(readModels: ActiveGenerations): SpecificationsReadModel {
  const collection = <Doc>(name: string) =>
    openDocuments<Doc>(readModels, specificationsProjection.name, name);
  const specifications = collection<SpecificationDocument>(SPECIFICATIONS_COLLECTION);
  const texts = collection<SpecificationTextDocument>(SPECIFICATION_TEXTS_COLLECTION);
  return {
    get: specifications.get,
    listByName: async (limit) => (await specifications.find({ limit, sort: { path: 'name' } })).documents,
    async findText(application, version) {
      const found = await texts.get(toSpecificationTextId(application, version));
      if (found) return found.text;
      const document = await specifications.get(application);
      return document?.versions.find((each) => each.version === version)?.text;
    },
  };
}
