import { Injectable } from '@nestjs/common';
import {
  toStreamTail,
  toNewEvents,
  appendUnlessOvertaken,
  retryUntilAppended,
} from '../pipeline/decide-and-append.js';
import type { PublishedVersion } from '#ports/specifications.js';
import { migrateRecord } from '../records/migrate-record.js';
import { CommandDependencies } from '../pipeline/command-dependencies.js';
import type { FoldableEvent } from '#domain/event.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import type { UserRolesRenamed } from '#domain/user/role-events.js';
import type { UserEvent } from '#domain/user/user-events.js';
import { getRoles, type RegisteredUser } from '#domain/user/user-state.js';
import type { EntityMigration, Renames } from '#specification/upgrade/migration.js';
import { foldUser } from '../pipeline/acting-person.js';
import type { RecordsToMigrateQuery } from '#ports/lookups.js';
import { createMigrationContext, type Publication } from '../pipeline/version-migrations.js';

export interface UpgradeResult {
  /** 0: nothing written. */
  readonly position: number;
  /** false: out of time. */
  readonly isDone: boolean;
}

export type StreamSequencer = <Done>(stream: string, work: () => Promise<Done>) => Promise<Done | undefined>;

const PAGE_SIZE = 100;
const MAX_UNMIGRATABLE = 100_000;

@Injectable()
export class SpecificationUpgrades {
  private readonly unmigratable = new Set<string>();

  constructor(private readonly ports: CommandDependencies) {}

  /** Throws `EventStoreUnavailable`, `Refused` UNAVAILABLE. */
  async migrateRecordsAndPeople(
    published: PublishedVersion,
    mayGoOn: () => boolean | Promise<boolean> = () => true,
    oneByOne: StreamSequencer = (_, work) => work(),
  ): Promise<UpgradeResult> {
    const { specification, version } = published;
    const publications = await this.ports.migrations.publications(specification.key);
    const publication = publications.find(({ data }) => data.version === version);
    if (!publication || publications.length === 1) return { position: 0, isDone: true };
    let position = await this.people(publication, publications, oneByOne);
    for (const entity of Object.keys(specification.entities)) {
      const holding = await this.holdingOf(published, entity, publications);
      const done = await this.records(published, holding, mayGoOn, oneByOne);
      position = Math.max(position, done.position);
      if (!done.isDone) return { position, isDone: false };
    }
    return { position, isDone: true };
  }

  private async holdingOf(
    { specification, version }: PublishedVersion,
    entity: string,
    publications: readonly Publication[],
  ): Promise<RecordsToMigrateQuery> {
    const { key, entities } = specification;
    // 0: events without a version.
    const from = [0, ...publications.map(({ data }) => data.version).filter((each) => each < version)];
    const migrations = await Promise.all(
      from.map(async (each) => this.ports.migrations.findEntityMigration(key, entity, each, version)),
    );
    const names = (of: (migration: EntityMigration) => Readonly<Record<string, unknown>>) => [
      ...new Set(migrations.flatMap((migration) => Object.keys(of(migration)))),
    ];
    return {
      application: key,
      entity,
      before: version,
      under: from.filter((_, index) => Object.keys(migrations[index]!.fields).length > 0),
      states: names(({ states, moves }) => ({ ...states, ...moves })),
      actions: names(({ actions }) => actions),
      hasRounds: names(({ roles }) => roles).length > 0,
      known: entities[entity]!.lifecycle.states.map((state) => state.key),
    };
  }

  private async records(
    published: PublishedVersion,
    holding: RecordsToMigrateQuery,
    mayGoOn: () => boolean | Promise<boolean>,
    oneByOne: StreamSequencer,
  ): Promise<UpgradeResult> {
    let [position, cursor] = [0, undefined as string | undefined];
    do {
      const page = await this.ports.lookups.findRecordsToMigrate(holding, PAGE_SIZE, cursor);
      const open = page.records
        .map(({ id, version }) => {
          const ref = RecordRef.of({ ...holding, id });
          return { ref, looked: `${ref.name} ${version} ${published.version}` };
        })
        .filter(({ looked }) => !this.unmigratable.has(looked));
      const tried = await Promise.all(
        open.map(({ ref }) => oneByOne(ref.name, () => migrateRecord(this.ports, ref, published))),
      );
      const done = tried.map((each) => each ?? { position: 0, isStuck: true });
      done.forEach(({ position: written, ...each }, index) => {
        if ('isStuck' in each) return;
        if (written === 0 && this.unmigratable.size < MAX_UNMIGRATABLE)
          this.unmigratable.add(open[index]!.looked);
      });
      position = done.reduce((latest, each) => Math.max(latest, each.position), position);
      cursor = page.next;
      if (cursor !== undefined && !(await mayGoOn())) return { position, isDone: false };
    } while (cursor !== undefined);
    return { position, isDone: true };
  }

  private async people(
    publication: Publication,
    publications: readonly Publication[],
    oneByOne: StreamSequencer,
  ): Promise<number> {
    const { key: application, version } = publication.data;
    const earlier = publications.filter(({ data }) => data.version < version);
    const first = earlier[0]?.data.version;
    if (first === undefined) return 0;
    const all = await Promise.all(
      earlier.map(async ({ data }) =>
        this.ports.migrations.findMigrationBetween(application, data.version, version),
      ),
    );
    const names = [...new Set(all.flatMap(({ roles }) => Object.keys(roles)))];
    if (names.length === 0) return 0;
    let position = 0;
    for (const id of await this.ports.lookups.findPeopleWithRoles(application, names))
      position = Math.max(
        position,
        (await oneByOne(streams.user(id), () => this.person(id, publication, publications))) ?? 0,
      );
    return position;
  }

  private async person(
    id: string,
    publication: Publication,
    publications: readonly Publication[],
  ): Promise<number> {
    const stream = streams.user(id);
    return this.ports.queue.take(stream, async () =>
      retryUntilAppended(async () => {
        const { events, version } = await this.ports.store.read(stream);
        const opened = (await this.ports.personalData.open(
          events,
        )) as unknown as readonly (FoldableEvent<UserEvent> & {
          readonly position: number;
        })[];
        const state = foldUser(opened);
        if (state.status !== 'registered') return 0;
        const data = await this.renamedRoles(state, opened, publication, publications);
        if (!data) return 0;
        const context = createMigrationContext(publication, stream, version);
        const { key, version: number } = publication.data;
        const stamp = {
          stream,
          context,
          recordedAt: this.ports.clock(),
          specification: { key, version: number },
        };
        const decided = [{ type: 'user.roles-renamed' as const, data }];
        const appended = await appendUnlessOvertaken(
          this.ports.store.append(
            stream,
            toNewEvents(stamp, decided, toStreamTail(events, version)),
            version,
          ),
        );
        return appended?.position;
      }),
    );
  }

  /** Names follow the version that was newest when the role was granted. */
  private async renamedRoles(
    state: RegisteredUser,
    events: readonly (FoldableEvent<UserEvent> & { readonly position: number })[],
    publication: Publication,
    publications: readonly Publication[],
  ): Promise<UserRolesRenamed['data'] | undefined> {
    const { key: application, version } = publication.data;
    const versionAt = (position: number) =>
      publications.findLast((each) => each.position <= position)?.data.version ?? 0;
    const named = (role: string): number =>
      events.reduce(
        (latest, event) =>
          namesRole(event, application, role) ? Math.max(latest, versionOf(event, versionAt)) : latest,
        0,
      );
    const roles: Record<string, string> = {};
    const delegations = state.deputies.filter(
      (each) => each.application === application && each.role !== null,
    );
    const all = new Set([...getRoles(state, application), ...delegations.map(({ role }) => role!)]);
    for (const role of all) {
      const { roles: renamed } = await this.ports.migrations.findMigrationBetween(
        application,
        named(role),
        version,
      );
      if (Object.hasOwn(renamed, role)) roles[role] = (renamed as Renames)[role]!;
    }
    if (Object.keys(roles).length === 0) return undefined;
    const deputations = delegations
      .filter(({ role }) => Object.hasOwn(roles, role!))
      .map(({ deputation }) => deputation);
    return { application, version, roles, deputations };
  }
}

const versionOf = (
  event: FoldableEvent<UserEvent> & { readonly position: number },
  versionAt: (position: number) => number,
): number => (event.type === 'user.roles-renamed' ? event.data.version : versionAt(event.position));

function namesRole(event: FoldableEvent<UserEvent>, application: string, role: string): boolean {
  if (event.type === 'user.role-granted' || event.type === 'user.deputy-named')
    return event.data.application === application && event.data.role === role;
  return (
    event.type === 'user.roles-renamed' &&
    event.data.application === application &&
    Object.values(event.data.roles).includes(role)
  );
}
