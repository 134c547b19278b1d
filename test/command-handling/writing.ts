// SQLite log and keys in a temporary folder. Read models are empty, as if far behind: commands must find everything in the streams.
import { mkdtempSync, readFileSync, rmSync, readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from '@jest/globals';
import { RecordNumberClaims } from '#command-handling/claims/record-number-claims.js';
import type { CommandBus } from '@nestjs/cqrs';
import type { Lookups } from '#ports/lookups.js';
import type { SpecificationVersions } from '#ports/specifications.js';
import { createCommandBus } from './command-bus.js';
import { openFolderFileStore } from '#event-store/files/folder/folder-file-store.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { Refused } from '#domain/refusal.js';
import type { EventStore } from '#event-store/event-store.js';
import { openPersonalData } from '#event-store/personal-data/open-personal-data.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import type { Specification } from '#specification/model/specification.js';
import { EXAMPLE } from '../domain/example-specification.js';

export const ignorant: Lookups = {
  findPerson: async () => undefined,
  findExistingRecords: async () => new Set(),
  existsAny: async () => false,
  findExistingPeople: async () => new Set(),
  findAvailablePeople: async () => new Set(),
  listWorkers: () => Promise.resolve([]),
  findPeopleFromLogs: async () => new Set(),
  countUsage: async (_, questions) => ({ counts: questions.map(() => 0), position: 0 }),
  findRecordsToMigrate: async () => ({ records: [] }),
  findPeopleWithRoles: async () => [],
};

export const specifications = (...published: readonly Specification[]): SpecificationVersions => {
  const all = published.map((specification) => ({ specification, version: 1 }));
  const find = async (key: string) => all.find(({ specification }) => specification.key === key);
  const at = async (key: string, version: number) => (version === 1 ? find(key) : undefined);
  return { current: find, at, all: async () => all };
};

/** Versions from 1 of one specification; `newest`: as this process knows it. */
export const versions = (newest: number, ...published: readonly Specification[]): SpecificationVersions => {
  const at = async (key: string, version: number) => {
    const specification = published[version - 1];
    return specification?.key === key ? { specification, version } : undefined;
  };
  const current = async (key: string) => at(key, newest);
  return { current, at, all: async () => [(await current(published[0]!.key))!] };
};

export class Writing {
  readonly folder = mkdtempSync(join(tmpdir(), 'daybook-writing-'));
  now = '2026-11-20T10:00:00.000Z';
  readonly personalData = openPersonalData({
    keys: join(this.folder, 'keys'),
    masterKey: join(this.folder, 'master'),
  });
  readonly store: EventStore;
  readonly ports: CommandDependencies;
  readonly numbers: RecordNumberClaims;
  readonly bus: CommandBus;

  constructor(
    around: (store: EventStore) => EventStore = (store) => store,
    lookups: Partial<Lookups> = {},
    published: SpecificationVersions = specifications(EXAMPLE),
  ) {
    this.store = openSqliteEventStore(join(this.folder, 'log'));
    const known = { ...ignorant, ...lookups };
    this.ports = new CommandDependencies(
      around(this.store),
      this.personalData,
      published,
      known,
      () => this.now,
    );
    this.#keepFiles(this.ports);
    this.numbers = new RecordNumberClaims(this.ports);
    this.bus = createCommandBus(this.ports, this.numbers);
  }

  /** Another process on the same files. */
  another(specifications: SpecificationVersions = this.ports.specifications): {
    readonly bus: CommandBus;
    readonly ports: CommandDependencies;
  } {
    const { personalData, lookups, clock } = this.ports;
    const ports = new CommandDependencies(this.store, personalData, specifications, lookups, clock);
    this.#keepFiles(ports);
    return { ports, bus: createCommandBus(ports) };
  }

  #keepFiles(ports: CommandDependencies): void {
    Object.assign(ports, { files: openFolderFileStore(join(this.folder, 'files')) });
  }

  async events(stream: string) {
    return (await this.store.read(stream)).events;
  }

  /** The folder's content as one text. */
  bytes(): string {
    return readdirSync(this.folder)
      .map((file) => readFileSync(join(this.folder, file), 'latin1'))
      .join('');
  }

  async close(): Promise<void> {
    await this.store.close();
    await this.personalData.close();
    rmSync(this.folder, { recursive: true });
  }
}

const open = new Set<Writing>();

export function writing(...how: ConstructorParameters<typeof Writing>): Writing {
  const made = new Writing(...how);
  open.add(made);
  return made;
}

afterEach(async () => {
  await Promise.all([...open].map(async (one) => one.close()));
  open.clear();
});

export async function refusal(promise: Promise<unknown>): Promise<Refused> {
  const outcome = await promise.then(
    () => new Error('it was not refused'),
    (error: unknown) => error,
  );
  if (outcome instanceof Refused) return outcome;
  throw outcome;
}

export const codesOf = async (promise: Promise<unknown>) =>
  (await refusal(promise)).reasons.map(({ code }) => code);
