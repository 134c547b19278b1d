import { LRUCache } from 'lru-cache';
import type { CommandContext } from '#domain/command.js';
import type { RecordedEvent } from '#domain/event.js';
import type { SpecificationPublished } from '#domain/specification/specification-events.js';
import { streams } from '#domain/stream-names.js';
import { readSchemaWithCache } from '#specification/check-cache.js';
import {
  EMPTY_ENTITY_MIGRATION,
  type EntityMigration,
  type Migration,
} from '#specification/upgrade/migration.js';
import {
  composeVersionMigrations,
  createVersionMigrations,
  type VersionMigration,
} from '#specification/upgrade/version-migrations.js';
import type { EventStore } from '#event-store/event-store.js';
import { deriveUuid } from './command-digests.js';

export type Publication = RecordedEvent<SpecificationPublished>;

export interface PublicationSummary extends Pick<Publication, 'id' | 'metadata'> {
  /** Log position. */
  readonly checkedUpTo?: number;
}

const MAX_CACHED = 1_000;
const MAX_CACHED_STEPS = 20;

export class VersionMigrations {
  private readonly publishers = new LRUCache<string, PublicationSummary>({ max: MAX_CACHED });
  private readonly known = new LRUCache<string, Migration>({ max: MAX_CACHED });

  private readonly steps = new LRUCache<string, Promise<readonly VersionMigration[]>>({
    max: MAX_CACHED_STEPS,
  });

  constructor(private readonly store: Pick<EventStore, 'read'>) {}

  /** `from` 0: unknown version. */
  async findEntityMigration(
    application: string,
    entity: string,
    from: number,
    to: number,
  ): Promise<EntityMigration> {
    if (from >= to) return EMPTY_ENTITY_MIGRATION;
    const { entities, roles } = await this.findMigrationBetween(application, from, to);
    return Object.hasOwn(entities, entity) ? entities[entity]! : { ...EMPTY_ENTITY_MIGRATION, roles };
  }

  async findMigrationBetween(application: string, from: number, to: number): Promise<Migration> {
    const key = `${application} ${from} ${to}`;
    const known = this.known.get(key);
    if (known) return known;
    const steps = await this.stepsTo(application, to);
    const migration = composeVersionMigrations(steps.filter((step) => step.from >= from));
    this.known.set(key, migration);
    return migration;
  }

  /** Promises are cached, as requests cluster at a publication. */
  private stepsTo(application: string, to: number): Promise<readonly VersionMigration[]> {
    const key = `${application} ${to}`;
    const known = this.steps.get(key);
    if (known) return known;
    const finding = this.publications(application).then((readPublications) => {
      if ((readPublications.at(-1)?.data.version ?? 0) < to) this.steps.delete(key);
      return stepsOf(readPublications.filter(({ data }) => data.version <= to));
    });
    this.steps.set(key, finding);
    finding.catch(() => this.steps.delete(key));
    return finding;
  }

  async findPublicationSummary(
    application: string,
    version: number,
  ): Promise<PublicationSummary | undefined> {
    const key = `${application} ${version}`;
    const known = this.publishers.get(key);
    if (known) return known;
    const found = (await this.publications(application)).find(({ data }) => data.version === version);
    if (!found) return undefined;
    const { id, metadata, data } = found;
    const publisher = { id, metadata, ...(data.asked !== undefined && { checkedUpTo: data.asked }) };
    this.publishers.set(key, publisher);
    return publisher;
  }

  /** Oldest first. */
  async publications(application: string): Promise<readonly Publication[]> {
    const { events } = await this.store.read(streams.specification(application));
    return events.filter((event): event is Publication => event.type === 'specification.published');
  }
}

/** Deterministic, so that effects are written once. */
export function createMigrationContext(
  { id, metadata: { actor, correlationId, commandLine } }: Pick<PublicationSummary, 'id' | 'metadata'>,
  stream: string,
  version: number,
): CommandContext {
  return {
    actor,
    commandId: deriveUuid(`${id}\n${stream}\n${version}`),
    correlationId,
    causationId: id,
    ...(commandLine && { commandLine }),
  };
}

const stepsOf = (publications: readonly Publication[]) =>
  createVersionMigrations(
    publications.map(({ data }) => ({ version: data.version, schema: readSchemaWithCache(data.text) })),
  );
