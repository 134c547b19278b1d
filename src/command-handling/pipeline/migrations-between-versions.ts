// What the versions of an application call otherwise, as its stream tells it: from any version to any later one, found once.
import { LRUCache } from 'lru-cache';
import type { CommandContext } from '#domain/command.js';
import type { RecordedEvent } from '#domain/event.js';
import type { SpecificationPublished } from '#domain/specification/specification-events.js';
import { streams } from '#domain/stream-names.js';
import { readSchemaWithCache } from '#specification/check-cache.js';
import { NO_MIGRATION, type EntityMigration, type Migration } from '#specification/upgrade/migration.js';
import {
  composeSteps,
  createMigrationSteps,
  type MigrationStep,
} from '#specification/upgrade/migration-steps.js';
import type { EventStore } from '#event-store/event-store.js';
import { deriveUuid } from './command-digests.js';

export type Publication = RecordedEvent<SpecificationPublished>;

/** A publication without its document. */
export interface Publisher extends Pick<Publication, 'id' | 'metadata'> {
  /** Up to which position records were asked before it. */
  readonly asked?: number;
}

const MOST_KEPT = 1_000;
/** Of so many applications; where records are brought under an older version meanwhile, of that, too. */
const MOST_STEPS_KEPT = 20;

export class VersionMigrations {
  private readonly publishers = new LRUCache<string, Publisher>({ max: MOST_KEPT });
  private readonly known = new LRUCache<string, Migration>({ max: MOST_KEPT });

  private readonly steps = new LRUCache<string, Promise<readonly MigrationStep[]>>({ max: MOST_STEPS_KEPT });

  constructor(private readonly store: Pick<EventStore, 'read'>) {}

  /** Of an entity, from the version that a record is under; 0: nobody knows which. */
  async ofEntity(application: string, entity: string, from: number, to: number): Promise<EntityMigration> {
    if (from >= to) return NO_MIGRATION;
    const { entities, roles } = await this.between(application, from, to);
    return Object.hasOwn(entities, entity) ? entities[entity]! : { ...NO_MIGRATION, roles };
  }

  async between(application: string, from: number, to: number): Promise<Migration> {
    const key = `${application} ${from} ${to}`;
    const known = this.known.get(key);
    if (known) return known;
    const steps = await this.stepsTo(application, to);
    const migration = composeSteps(steps.filter((step) => step.from >= from));
    this.known.set(key, migration);
    return migration;
  }

  /** Found once for all versions that ask at the same time, as they do when the next one is published. */
  private stepsTo(application: string, to: number): Promise<readonly MigrationStep[]> {
    const key = `${application} ${to}`;
    const known = this.steps.get(key);
    if (known) return known;
    const finding = this.publications(application).then((publications) => {
      // What is not published yet is looked for again.
      if ((publications.at(-1)?.data.version ?? 0) < to) this.steps.delete(key);
      return stepsOf(publications.filter(({ data }) => data.version <= to));
    });
    this.steps.set(key, finding);
    finding.catch(() => this.steps.delete(key));
    return finding;
  }

  /** Who published a version, and when; undefined: there is none. */
  async publication(application: string, version: number): Promise<Publisher | undefined> {
    const key = `${application} ${version}`;
    const known = this.publishers.get(key);
    if (known) return known;
    const found = (await this.publications(application)).find(({ data }) => data.version === version);
    if (!found) return undefined;
    const { id, metadata, data } = found;
    const publisher = { id, metadata, ...(data.asked !== undefined && { asked: data.asked }) };
    this.publishers.set(key, publisher);
    return publisher;
  }

  /** Every version that was published, oldest first. */
  async publications(application: string): Promise<readonly Publication[]> {
    const { events } = await this.store.read(streams.specification(application));
    return events.filter((event): event is Publication => event.type === 'specification.published');
  }
}

/** What a publication leads to in a stream at a version was done by who published, in the same way. */
export function createPublicationContext(
  { id, metadata: { actor, correlationId, commandLine } }: Pick<Publisher, 'id' | 'metadata'>,
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
  createMigrationSteps(
    publications.map(({ data }) => ({ version: data.version, schema: readSchemaWithCache(data.text) })),
  );
