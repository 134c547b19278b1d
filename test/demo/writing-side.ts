// The writing side of an installation for tests: real handlers, a real SQLite log and real keys in a folder of their own.
import { openDocumentChecks } from '#installation/document-checks/check-documents-in-thread.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Global, Module } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Test } from '@nestjs/testing';
import { CommandHandlingModule } from '#command-handling/command-handling.module.js';
import { sendCommand } from '#command-handling/send-command.js';
import { CLOCK } from '#ports/clock.js';
import { DOCUMENT_CHECKS } from '#ports/document-checks.js';
import { EVENT_STORE, FILES, PERSONAL_DATA } from '#ports/storage-tokens.js';
import { LOOKUPS, type Lookups } from '#ports/lookups.js';
import { SPECIFICATIONS, type PublishedVersion, type SpecificationVersions } from '#ports/specifications.js';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import type { Command, CommandResult } from '#domain/command.js';
import type { SpecificationPublished } from '#domain/specification/specification-events.js';
import { streams } from '#domain/stream-names.js';
import type { EventStore } from '#event-store/event-store.js';
import { openPersonalData } from '#event-store/personal-data/open-personal-data.js';
import { openFolderFileStore } from '#event-store/files/folder/folder-file-store.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import type { DemoHandlers } from '#demo/load-demo.js';
import { checkDocument } from '#specification/check-document.js';

export interface WritingSide {
  readonly ports: CommandDependencies;
  readonly store: EventStore;
  dispatch(command: Command<unknown>): Promise<CommandResult>;
  /** Other handlers, over another store. */
  createHandlersOver(store: EventStore): Promise<DemoHandlers>;
  close(): Promise<void>;
}

export const NOW = '2026-11-20T10:00:00.000Z';

export async function writingSide(): Promise<WritingSide> {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-demo-'));
  const store = await openSqliteEventStore(join(folder, 'events.sqlite'));
  const keys = { keys: join(folder, 'keys.sqlite'), masterKey: join(folder, 'master.key') };
  const personalData = await openPersonalData(keys);
  const checks = openDocumentChecks();
  const portsOver = (log: EventStore) => [
    { provide: EVENT_STORE, useValue: log },
    { provide: PERSONAL_DATA, useValue: personalData },
    { provide: SPECIFICATIONS, useValue: specificationsIn(store) },
    { provide: DOCUMENT_CHECKS, useValue: checks },
    { provide: LOOKUPS, useValue: knowsNothing },
    { provide: FILES, useValue: openFolderFileStore(join(folder, 'files')) },
    { provide: CLOCK, useValue: () => NOW },
  ];
  const createHandlersOver = async (log: EventStore): Promise<DemoHandlers> => {
    const ports = portsOver(log);
    @Global()
    @Module({ providers: ports, exports: ports.map(({ provide }) => provide) })
    class Ports {}
    const module = await Test.createTestingModule({ imports: [Ports, CommandHandlingModule] }).compile();
    await module.init();
    const bus = module.get(CommandBus);
    return {
      ports: module.get(CommandDependencies),
      dispatch: (command) => sendCommand(bus, command),
      close: () => module.close(),
    };
  };
  const handlers = await createHandlersOver(store);
  return {
    ...handlers,
    store,
    createHandlersOver,
    async close() {
      await handlers.close();
      await store.close();
      await personalData.close();
      rmSync(folder, { recursive: true });
    },
  };
}

/** Read models that are behind by everything: handlers then look into the log. */
const knowsNothing: Lookups = {
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

function specificationsIn(store: EventStore): SpecificationVersions {
  const known = new Map<string, PublishedVersion>();
  const current = async (application: string): Promise<PublishedVersion | undefined> => {
    const { events } = await store.read(streams.specification(application));
    const last = events.at(-1);
    if (!last) return undefined;
    const { text, version } = last.data as SpecificationPublished['data'];
    const published = known.get(text) ?? ready(text, version);
    known.set(text, published);
    return published;
  };
  return { current, at: current, all: async () => [...known.values()] };
}

function ready(text: string, version: number): PublishedVersion {
  const checked = checkDocument(text);
  if (!checked.ok) throw new Error('a published specification has problems');
  return { specification: checked.specification, version };
}
