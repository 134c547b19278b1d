// Damaged, edited, foreign and interrupted: refused in words before anything is written, or taken up where it stopped.
import { createHash } from 'node:crypto';
import { createWriteStream, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { finished } from 'node:stream/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPromise } from 'yauzl';
import { ZipFile } from 'yazl';
import { CommentRecord, OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { PEOPLE, startDaybook, type Daybook } from '../web/daybook.js';
import { sampleCases } from '../property-runs.js';
import { command, eventsOfPermits, exportPermits, importPermits, newArchive, PERMITS } from './moving.js';

const CLARA = '0199cccc-0000-7000-8000-00000000c1aa';
const id = (number: number) => `0199cccc-0000-7000-8000-00000000${String(number).padStart(4, '0')}`;

type Files = Map<string, Buffer>;
interface Manifest {
  formatVersion: number;
  application: { key: string; version: number };
  counts: { events: number };
  files: { path: string; bytes: number; sha256: string }[];
}
type Line = Record<string, unknown> & { type: string; stream: string; version: number };

async function filesIn(archive: string): Promise<Files> {
  const zip = await openPromise(archive, { lazyEntries: true, autoClose: false });
  const files: Files = new Map();
  for await (const entry of zip.eachEntry()) {
    const pieces: Buffer[] = [];
    for await (const piece of await zip.openReadStreamPromise(entry)) pieces.push(piece as Buffer);
    files.set(entry.fileName, Buffer.concat(pieces));
  }
  zip.close();
  return files;
}

async function zipped(files: Files): Promise<string> {
  const path = newArchive();
  const zip = new ZipFile();
  for (const [name, bytes] of files) zip.addBuffer(bytes, name);
  zip.end();
  const out = createWriteStream(path);
  zip.outputStream.pipe(out);
  await finished(out);
  return path;
}

const manifestIn = (files: Files) => JSON.parse(files.get('manifest.json')!.toString()) as Manifest;

const withManifest = (files: Files, manifest: Manifest) =>
  files.set('manifest.json', Buffer.from(JSON.stringify(manifest)));

/** With hashes that fit, as somebody would forge it. */
function forge(files: Files, path: string, text: string): Files {
  const manifest = manifestIn(files);
  const bytes = Buffer.from(text);
  const entry = manifest.files.find((each) => each.path === path)!;
  Object.assign(entry, { bytes: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') });
  if (path === 'events.jsonl') manifest.counts.events = text.split('\n').filter(Boolean).length;
  return withManifest(new Map([...files, [path, bytes]]), manifest);
}

function forgeEvents(files: Files, change: (events: Line[]) => Line[]): Files {
  const events = files.get('events.jsonl')!.toString().split('\n').filter(Boolean);
  const changed = change(events.map((line) => JSON.parse(line) as Line));
  return forge(files, 'events.jsonl', changed.map((event) => `${JSON.stringify(event)}\n`).join(''));
}

/** From this append on nothing is written, as after the end of the process. */
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

describe('an archive', () => {
  let there: Daybook;
  let here: Daybook;
  let archive: string;
  let files: Files;

  beforeAll(async () => {
    there = await startDaybook();
    const { send, settled } = there;
    await send(new PublishSpecification({ text: PERMITS, context: command() }));
    await send(new RegisterUser({ id: CLARA, name: 'Clara Clerk', signInName: 'clara', context: command() }));
    await settled();
    for (let number = 1; number <= 30; number++) {
      const record = { application: 'permits', entity: 'Permit', id: id(number) };
      const input = { title: `Permit ${number}`, iban: `XK05 ${number}`, applicant: `Applicant ${number}` };
      const actor = number % 2 ? CLARA : PEOPLE.boss.id;
      await send(new OpenRecord({ ...record, input, context: { ...command(), actor } } as never));
      await send(new CommentRecord({ ...record, text: 'Seen', context: { ...command(), actor } } as never));
    }
    await settled();
    archive = await exportPermits(there);
    files = await filesIn(archive);
    here = await startDaybook({ peopled: false });
  });
  afterAll(async () => {
    await there.close();
    await here.close();
  });

  async function refused(path: string, table?: string): Promise<string> {
    const head = await here.installation.store.head();
    const answer = await importPermits(here, path, { ...(table !== undefined && { table }) }).then(
      () => 'imported',
      (error: Error) => `${error.name}: ${error.message}`,
    );
    expect(await here.installation.store.head()).toBe(head);
    return answer;
  }

  it.each([0.1, 0.5, 0.9, 0.999])(
    'when it was cut off at %d of its length, then it is refused',
    async (share) => {
      const cut = newArchive();
      writeFileSync(cut, readFileSync(archive));
      truncateSync(cut, Math.floor(readFileSync(archive).length * share));
      expect(await refused(cut)).toMatch(/^ArchiveRefused: .*(?:cut off|no archive)/s);
    },
  );

  it('when any byte of it is another one, then it is refused, or the same is read', async () => {
    const bytes = readFileSync(archive);
    const step = Math.ceil(bytes.length / 40);
    const places = Array.from(
      { length: Math.ceil((bytes.length - 11) / step) },
      (_, index) => 11 + index * step,
    );
    for (const at of sampleCases(places)) {
      const changed = Buffer.from(bytes);
      changed[at]! ^= 0x20;
      const path = newArchive();
      writeFileSync(path, changed);
      const answer = await importPermits(here, path, { dryRun: true }).then(
        ({ events }) => events,
        (error: Error) => error.name,
      );
      expect(['ArchiveRefused', manifestIn(files).counts.events]).toContain(answer);
    }
  });

  it('when a file in it was edited, then its hash is another one', async () => {
    const edited = new Map([...files, ['people.jsonl', Buffer.from('{}\n')]]);
    expect(await refused(await zipped(edited))).toMatch(/people\.jsonl .* its hash is another one/);
  });

  it.each<[string, () => Files, RegExp]>([
    [
      'lacks a file',
      () => new Map([...files].filter(([name]) => name !== 'people.jsonl')),
      /people\.jsonl is not in it/,
    ],
    [
      'has a foreign file',
      () => new Map([...files, ['note.txt', Buffer.from('x')]]),
      /does not know note\.txt/,
    ],
    [
      'has no manifest',
      () => new Map([...files].filter(([name]) => name !== 'manifest.json')),
      /no archive of an application/,
    ],
    [
      'is of a newer Daybook',
      () => withManifest(new Map(files), { ...manifestIn(files), formatVersion: 2 }),
      /written by a newer Daybook: its format is version 2/,
    ],
    [
      'names a file outside',
      () => {
        const manifest = manifestIn(files);
        manifest.files.push({ path: '../../etc/passwd', bytes: 1, sha256: 'a'.repeat(64) });
        return withManifest(new Map(files), manifest);
      },
      /is not what `daybook export` writes/,
    ],
    [
      'has a line that is no JSON',
      () => forge(files, 'events.jsonl', '{"stream":\n'),
      /Line 1 of events\.jsonl/,
    ],
    [
      'has an event of a stream of another application',
      () => forgeEvents(files, ([first, ...rest]) => [first!, { ...rest[0]!, stream: `user-${CLARA}` }]),
      /user-.* is not of permits/,
    ],
    [
      'has an event that is not of its stream',
      () =>
        forgeEvents(files, ([first]) => [
          first!,
          { ...first!, stream: `permits.Permit-${id(1)}`, version: 1 },
        ]),
      /specification\.published does not belong into/,
    ],
    [
      'has an unknown event',
      () =>
        forgeEvents(files, ([first]) => [first!, { ...first!, type: 'specification.upgraded', version: 2 }]),
      /does not know the event specification\.upgraded/,
    ],
    [
      'has a gap',
      () => forgeEvents(files, (all) => all.filter(({ type }) => type !== 'record.opened')),
      /it is version 2 of permits\.Permit-.*, after version 0/,
    ],
    [
      'has a specification that is none',
      () =>
        forge(
          forgeEvents(files, ([first]) => [
            { ...first!, data: { ...(first!['data'] as object), text: '# Nothing' } },
          ]),
          'specifications/1.md',
          '# Nothing',
        ),
      /does not accept the newest specification/,
    ],
  ])('when it %s, then it is refused in words, and nothing is written', async (_, make, words) => {
    expect(await refused(await zipped(make()))).toMatch(words);
  });

  it('when it says that somebody here acted whom it does not list, then it is refused', async () => {
    const target = await startDaybook();
    try {
      const forged = await zipped(forge(files, 'people.jsonl', ''));
      await expect(importPermits(target, forged)).rejects.toThrow(/acts in the archive without standing in/);
      expect(await eventsOfPermits(target)).toEqual([]);
    } finally {
      await target.close();
    }
  });

  it('when a value in it is sealed already, then it is refused', async () => {
    const target = await startDaybook({ peopled: false });
    try {
      const forged = forgeEvents(files, (all) =>
        all.map((event) =>
          event.type === 'record.commented'
            ? { ...event, data: { text: { sealed: { person: CLARA, box: 'AAAA' } } } }
            : event,
        ),
      );
      await expect(importPermits(target, await zipped(forged))).rejects.toThrow(/a value in it is sealed/);
      expect(await target.installation.specifications.current('permits')).toBeUndefined();
    } finally {
      await target.close();
    }
  });

  it('when there is an application of its key, then it is refused', async () => {
    await expect(importPermits(there, archive)).rejects.toThrow(
      /There is an application permits here already/,
    );
  });

  it('when a person has the id of somebody here, then the table has to say who it is', async () => {
    const target = await startDaybook();
    try {
      await expect(importPermits(target, archive)).rejects.toThrow(
        new RegExp(`Bea Boss, ${PEOPLE.boss.id}, has the id of somebody here\\. Say in the table`),
      );
      await importPermits(target, archive, {
        table: `person,here\n${PEOPLE.boss.id},new\nclara,${PEOPLE.clerk.id}\n`,
      });
      const actors = new Set((await eventsOfPermits(target)).map(({ metadata }) => metadata.actor));
      expect(actors).toContain(PEOPLE.clerk.id);
      expect(actors).not.toContain(CLARA);
      expect(actors).not.toContain(PEOPLE.boss.id);
      const people = createPeopleReadModel(target.installation.projections);
      expect(await people.get(CLARA)).toBeUndefined();
    } finally {
      await target.close();
    }
  });

  it('when people of the archive are said to be those who have their ids, then they are', async () => {
    const target = await startDaybook();
    try {
      const { people } = await importPermits(target, archive, { sameIds: true });
      expect(people.map(({ id: here, isNew }) => [here, isNew]).sort()).toEqual([
        [PEOPLE.boss.id, false],
        [CLARA, true],
      ]);
    } finally {
      await target.close();
    }
  });

  it.each([
    ['nobody of the archive', 'nobody,clara\n', /Line 1 of the table: nobody in the archive is “nobody”/],
    ['nobody here', `${CLARA},karl\n`, /Line 1 of the table: nobody here has the id or sign-in name “karl”/],
    ['one person twice', `${CLARA},new\nclara,new\n`, /Line 2 of the table: “clara” stands in line 1, too/],
    ['no pair', `${CLARA}\n`, /people\.csv:1: a line names a person/],
    ['no table', '"', /people\.csv is no CSV table/],
  ])('when the table names %s, then it is refused', async (_, table, words) => {
    expect(await refused(archive, table)).toMatch(words);
  });

  it.each([1, 3, 20, 40, 70])(
    'when the import ends at append %d, then it is run again, and everything is there once',
    async (at) => {
      const target = await startDaybook({ peopled: false });
      try {
        const ending = endingAt(at, target);
        await expect(importPermits(target, archive, { on: { store: ending, together: 1 } })).rejects.toThrow(
          'killed',
        );
        expect(await target.installation.specifications.current('permits')).toBeUndefined();

        await importPermits(target, archive);

        const events = await eventsOfPermits(target);
        const ids = events.map((event) => event.id);
        expect(new Set(ids).size).toBe(ids.length);
        const archived = manifestIn(files).counts.events;
        expect(events.filter(({ metadata }) => metadata.archive)).toHaveLength(archived);
        expect(events.at(-1)!.type).toBe('specification.imported');
      } finally {
        await target.close();
      }
    },
  );

  it('when it is run again with another table of people, then it is refused', async () => {
    const target = await startDaybook();
    try {
      const tableOf = (clara: string) => `${CLARA},${clara}\n${PEOPLE.boss.id},${PEOPLE.boss.id}\n`;
      const on = { store: endingAt(40, target), together: 1 };
      const first = importPermits(target, archive, { table: tableOf(PEOPLE.clerk.id), on });
      await expect(first).rejects.toThrow('killed');
      await expect(importPermits(target, archive, { table: tableOf(PEOPLE.second.id) })).rejects.toThrow(
        /was begun with another table of people/,
      );
      await importPermits(target, archive, { table: tableOf(PEOPLE.clerk.id) });
      const actors = new Set((await eventsOfPermits(target)).map(({ metadata }) => metadata.actor));
      expect(actors).not.toContain(PEOPLE.second.id);
    } finally {
      await target.close();
    }
  });

  it('when the import of another archive was begun, then that one has to be finished first', async () => {
    const target = await startDaybook({ peopled: false });
    try {
      const ending = endingAt(10, target);
      await expect(importPermits(target, archive, { on: { store: ending, together: 1 } })).rejects.toThrow(
        'killed',
      );
      const later = await exportPermits(there);
      const table = `${CLARA},${CLARA}\n${PEOPLE.boss.id},${PEOPLE.boss.id}\n`;
      await expect(importPermits(target, later, { table })).rejects.toThrow(
        /import of another archive .* was begun/,
      );
    } finally {
      await target.close();
    }
  });
});
