// What the versions of an application call otherwise, as its stream tells it: from any version to any later one, found once.
import { LRUCache } from 'lru-cache';
import type { Recorded } from '#domain/event.js';
import type { SpecificationPublished } from '#domain/specification/specification-events.js';
import { streams } from '#domain/streams.js';
import { schemaOnce } from '#specification/checked-once.js';
import { NO_MIGRATION, type EntityMigration, type Migration } from '#specification/upgrade/migration.js';
import { composed, NOTHING_RENAMED, stepsBetween } from '#specification/upgrade/steps.js';
import type { EventStore } from '#event-store/event-store.js';

export type Publication = Recorded<SpecificationPublished>;

/** A publication without its document. */
export interface Publisher extends Pick<Publication, 'id' | 'metadata'> {
  /** Up to which position records were asked before it. */
  readonly asked?: number;
}

const MOST_KEPT = 1_000;

export class Migrations {
  private readonly publishers = new LRUCache<string, Publisher>({ max: MOST_KEPT });
  private readonly known = new LRUCache<string, Migration>({ max: MOST_KEPT });

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
    const steps = stepsOf(await this.publications(application));
    for (const first of new Set([from, ...steps.map(({ from: version }) => version)])) {
      const migration = composed(steps.filter((step) => step.from >= first && step.to <= to));
      if (first < to) this.known.set(`${application} ${first} ${to}`, migration);
    }
    return this.known.get(key) ?? NOTHING_RENAMED;
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

const stepsOf = (publications: readonly Publication[]) =>
  stepsBetween(publications.map(({ data }) => ({ version: data.version, schema: schemaOnce(data.text) })));
