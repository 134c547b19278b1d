// One archive of a key at a time, and a dry run that writes nothing.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { ChangeRecord, OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { getStreamApplication, streams } from '#domain/stream-names.js';
import { Uploads } from '#command-handling/files/file-uploads.js';
import type { RecordRequest } from '../../src/web/requests/record-request.js';
import { documentOf } from '../specification/documents.js';
import { PEOPLE, startDaybook, type Daybook } from '../web/daybook.js';
import { command, eventsOfPermits, exportPermits, importPermits } from './moving.js';

/** Without numbers and unique values, whose streams two archives would have in common. */
const PERMITS = documentOf(
  {
    1: `key: permits
name: Permits
locale: en
timeZone: Europe/Berlin`,
    3: `entities:
  Permit:
    title: "{title}"
    fields:
      title: { type: text, required: true }
      applicant: { type: text, personal: record }
      plan: { type: file }`,
  },
  'Specification: permits',
);

/** Nothing is written from this append of the archive on, as after the end of the process. */
function endingAt(at: number, { installation: { store } }: Daybook): Daybook['installation']['store'] {
  let appends = 0;
  return {
    ...store,
    append: async (...args) => {
      if (++appends >= at) throw new Error('the process was killed');
      return store.append(...args);
    },
  };
}

interface Permit {
  readonly application: 'permits';
  readonly entity: 'Permit';
  readonly id: string;
  readonly context: unknown;
}

const permit = (): Permit => ({
  application: 'permits',
  entity: 'Permit',
  id: uuid(),
  context: { ...command(), actor: PEOPLE.clerk.id },
});

async function attachPlan({ send, app, installation }: Daybook, to: Permit): Promise<void> {
  const { specification } = (await installation.specifications.current('permits'))!;
  const entity = specification.entities['Permit']!;
  const plan = await app.get(Uploads, { strict: false }).receiveUpload(
    { specification, entity, viewer: PEOPLE.clerk } as unknown as RecordRequest,
    entity.fields.find(({ key }) => key === 'plan')!,
    { name: 'plan.txt', bytes: [Buffer.from(`plan of ${to.id}`)] as never },
  );
  const context = { ...command(), actor: PEOPLE.clerk.id };
  await send(new ChangeRecord({ ...to, context, input: { plan: [plan] }, baseVersion: 1 } as never));
}

async function startPermits(permits: number): Promise<Daybook> {
  const daybook = await startDaybook();
  await daybook.send(new PublishSpecification({ text: PERMITS, context: command() }));
  await daybook.settled();
  const opened = Array.from({ length: permits }, permit);
  for (const each of opened)
    await daybook.send(new OpenRecord({ ...each, input: { title: 'A shed', applicant: 'Wilma' } } as never));
  await daybook.settled();
  for (const each of opened) await attachPlan(daybook, each);
  await daybook.settled();
  return daybook;
}

async function filesOf({ installation: { files } }: Daybook): Promise<readonly string[]> {
  const found: string[] = [];
  for await (const { prefix, name } of files.listKeys()) found.push(`${prefix}/${name}`);
  return found.sort();
}

describe('the import of an archive', () => {
  let [one, other]: readonly [Daybook?, Daybook?] = [];
  let [archive, otherArchive] = ['', ''];
  let target: Daybook;

  beforeAll(async () => {
    one = await startPermits(8);
    other = await startPermits(3);
    archive = await exportPermits(one);
    otherArchive = await exportPermits(other);
  });
  afterAll(async () => {
    await one?.close();
    await other?.close();
  });
  beforeEach(async () => {
    target = await startDaybook({ peopled: false });
  });
  afterEach(() => target.close());

  const refusal = async (importing: Promise<unknown>): Promise<string> =>
    importing.then(
      () => 'imported',
      (error: Error) => `${error.name}: ${error.message}`,
    );

  it('when another archive of its key was begun, then it is refused, though their records are others', async () => {
    const on = { store: endingAt(4, target), together: 1 };
    expect(await refusal(importPermits(target, archive, { on }))).toBe('Error: the process was killed');

    const refused = await refusal(importPermits(target, otherArchive, { sameIds: true }));

    expect(refused).toMatch(/^ArchiveRefused: The import of another archive of this application was begun/);
    expect(await importPermits(target, archive)).toMatchObject({ already: false });
  });

  it('when two of one key are imported at once, then one is, and nothing of the other is written', async () => {
    const both = await Promise.all([
      refusal(importPermits(target, archive)),
      refusal(importPermits(target, otherArchive)),
    ]);

    expect([...both].sort()).toEqual([expect.stringMatching(/^ArchiveRefused/), 'imported']);
    const archives = new Set((await eventsOfPermits(target)).map(({ metadata }) => metadata.archive?.sha256));
    archives.delete(undefined);
    expect(archives.size).toBe(1);
  });

  it('when it is imported at once with two tables of people, then one of them is refused', async () => {
    const { clerk } = PEOPLE;
    const here = await startDaybook();
    try {
      const tables = [`${clerk.id},${clerk.id}\n`, `${clerk.id},${PEOPLE.second.id}\n`];
      const both = await Promise.all(tables.map((table) => refusal(importPermits(here, archive, { table }))));
      expect([...both].sort()).toEqual([
        expect.stringMatching(/begun with another table of people/),
        'imported',
      ]);
    } finally {
      await here.close();
    }
  });

  it('when it begins, then the log says who began which archive', async () => {
    await importPermits(target, archive);
    const { events } = await target.installation.store.read(streams.applicationImport('permits'));
    const [imported] = (await eventsOfPermits(target)).slice(-1);
    expect(events).toMatchObject([
      {
        type: 'application-import.begun',
        data: { archive: (imported!.data as { archive: string }).archive, application: 'permits' },
        metadata: { actor: 'system' },
      },
    ]);
    expect(getStreamApplication(events[0]!.stream)).toBeUndefined();
  });

  it('when it is only tried after it was begun, then neither events nor files are written', async () => {
    const on = { store: endingAt(4, target), together: 1 };
    expect(await refusal(importPermits(target, archive, { on }))).toBe('Error: the process was killed');
    const before = { head: await target.installation.store.head(), files: await filesOf(target) };

    await importPermits(target, archive, { dryRun: true });

    expect(before.files).toEqual([]);
    expect({ head: await target.installation.store.head(), files: await filesOf(target) }).toEqual(before);
  });
});
