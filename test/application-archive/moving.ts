// One application with everything that an archive has to hold, and the way from one installation into another.
import { createWriteStream, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { v7 as uuid } from 'uuid';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { normalizeUniqueValue } from '#domain/claim/normalize-unique-value.js';
import type { RecordedEvent } from '#domain/event.js';
import { getStreamApplication } from '#domain/stream-names.js';
import { ArchiveReader } from '../../src/application-archive/archive-reader.js';
import { exportApplication } from '../../src/application-archive/export-application.js';
import {
  importApplication,
  type ImportedApplication,
  type ImportTarget,
} from '../../src/application-archive/import-application.js';
import { parsePeopleTable } from '../../src/application-archive/people-table.js';
import { documentOf } from '../specification/documents.js';
import type { Daybook } from '../web/daybook.js';

export const PERMITS = documentOf(
  {
    1: `key: permits
name: Permits
locale: en
timeZone: Europe/Berlin`,
    3: `entities:
  Permit:
    number: "P-{seq:3}"
    title: "{title}"
    fields:
      title: { type: text, required: true, unique: true }
      owner: { type: user, default: user }
      iban: { type: text, personal: owner }
      contact: { type: user, unique: true }
      applicant: { type: text, personal: record }
      plan: { type: file }
      passport: { type: file, personal: owner }`,
    4: `lifecycles:
  Permit:
    states: { new: { title: New }, asked: { title: Asked }, done: { title: Done } }
    actions:
      ask: { from: new, to: asked }
      close: { from: asked, to: done }
    timers:
      closeLate: { title: Close, in: asked, after: P3D, action: close }`,
    7: `calls:
  tell:
    title: Registry
    on: { entity: Permit, action: ask }
    post: "http://127.0.0.1:9/permits"
    body: { title: record.title }
    secret: NO_SUCH_SECRET`,
  },
  'Specification: permits',
);

export const newArchive = (): string => join(mkdtempSync(join(tmpdir(), 'daybook-archive-')), 'permits.zip');

export const command = () => ({ actor: 'system', commandId: uuid() });

export async function exportPermits({ installation }: Daybook, to = newArchive()): Promise<string> {
  const { store, personal, files, projections, clock } = installation;
  const people = createPeopleReadModel(projections);
  const version = '0.1.0';
  const sources = { store, personal, files, people, clock, version };
  await exportApplication(sources, 'permits', createWriteStream(to));
  return to;
}

interface ImportWords {
  readonly table?: string;
  readonly dryRun?: boolean;
  readonly sameIds?: boolean;
  /** Other parts of the target. */
  readonly on?: Partial<ImportTarget>;
}

export async function importPermits(
  daybook: Daybook,
  archive: string,
  { table = '', dryRun = false, sameIds = false, on = {} }: ImportWords = {},
): Promise<ImportedApplication> {
  const { store, personal, files, clock, projections, configuration } = daybook.installation;
  const people = createPeopleReadModel(projections);
  const reader = await ArchiveReader.open(archive);
  try {
    const imported = await importApplication(
      reader,
      {
        store,
        together: configuration.events.engine === 'sqlite' ? 500 : 1,
        personal,
        files,
        clock,
        findBySignInName: async (name) =>
          (await people.findBySignInDigest(personal.digest(normalizeUniqueValue(name))))?.id,
        send: daybook.send,
        waitForProjections: async (position) => {
          await projections.waitFor(position, 10_000);
        },
        ...on,
      },
      { table: parsePeopleTable('people.csv', table), dryRun, sameIds, context: command() },
    );
    await daybook.settled();
    return imported;
  } finally {
    reader.close();
  }
}

/** Of the application, opened, in log order. */
export async function eventsOfPermits({ installation }: Daybook): Promise<readonly RecordedEvent[]> {
  const { store, personal } = installation;
  const head = await store.head();
  const found: RecordedEvent[] = [];
  const reading = new AbortController();
  for await (const batch of store.all(0, reading.signal)) {
    found.push(...batch.filter(({ stream }) => getStreamApplication(stream) === 'permits'));
    if (batch.at(-1)!.position >= head) break;
  }
  reading.abort();
  return personal.openForDisplay(found);
}
