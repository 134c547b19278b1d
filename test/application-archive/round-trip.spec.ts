// Out of one installation, into another: what people and programs read there is what they read here.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Uploads } from '#command-handling/files/file-uploads.js';
import type { RecordedEvent } from '#domain/event.js';
import {
  ChangeRecord,
  CommentRecord,
  EraseRecord,
  OpenRecord,
  TakeAction,
} from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RecordRef } from '#domain/stream-names.js';
import { ErasePerson, RegisterUser } from '#domain/user/user-commands.js';
import { readStoredFile } from '#event-store/files/stored-file.js';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import { createPeopleReadModel } from '#projections/read-models/people/people-read-model.js';
import { createTimersReadModel } from '#projections/read-models/timers/timers-projection.js';
import { newEventStoreDb } from '../engines/empty-eventstoredb.js';
import { newMongoDb } from '../engines/empty-mongodb.js';
import { startDaybook, type Daybook } from '../web/daybook.js';
import { command, eventsOfPermits, exportPermits, importPermits, PERMITS } from './moving.js';

const OWNER = '0199cccc-0000-7000-8000-00000000beef';
const LEFT = '0199cccc-0000-7000-8000-00000000dead';
const id = (number: number) => `0199cccc-0000-7000-8000-0000000000${number}0`;
const [FIRST, SECOND, THIRD] = [id(1), id(2), id(3)];
const THERE = () => '2026-03-02T09:00:00.000Z';
const HERE = () => '2026-03-20T09:00:00.000Z';
const PLAN = Buffer.from('a plan of the house');
const PASSPORT = Buffer.from('a passport');
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

const permit = (which: string) => ({ application: 'permits', entity: 'Permit', id: which });
const by = (actor: string) => ({ ...command(), actor });

async function upload({ app, installation }: Daybook, key: string, bytes: Buffer) {
  const { specification } = (await installation.specifications.current('permits'))!;
  const entity = specification.entities['Permit']!;
  const field = entity.fields.find((each) => each.key === key)!;
  const target = { specification, entity, viewer: { id: OWNER } };
  const incoming = {
    name: `${key}.txt`,
    bytes: (async function* () {
      yield bytes;
    })(),
  };
  return app.get(Uploads, { strict: false }).receiveUpload(target, field, incoming);
}

async function fill(daybook: Daybook): Promise<void> {
  const { send, settled } = daybook;
  const person = (name: string, which: string, signInName: string) =>
    send(new RegisterUser({ id: which, name, signInName, context: command() }));
  await send(new PublishSpecification({ text: PERMITS, context: command() }));
  await person('Olga Owner', OWNER, 'olga');
  await person('Lev Left', LEFT, 'lev');
  await settled();
  const open = (which: string, actor: string, input: Record<string, unknown>) =>
    send(new OpenRecord({ ...permit(which), input, context: by(actor) } as never));
  await open(FIRST, OWNER, {
    title: 'A shed',
    iban: 'XK05 1111',
    applicant: 'Wilhelmina Ploverdale',
    contact: OWNER,
    plan: [await upload(daybook, 'plan', PLAN)],
    passport: [await upload(daybook, 'passport', PASSPORT)],
  });
  await open(SECOND, LEFT, { title: 'A fence', iban: 'XK05 2222', applicant: 'Theodora Lark' });
  await open(THIRD, OWNER, { title: 'A tree', applicant: 'Gone Person' });
  await send(
    new ChangeRecord({
      ...permit(SECOND),
      input: { iban: 'XK05 3333' },
      baseVersion: 1,
      context: by(LEFT),
    } as never),
  );
  await send(new CommentRecord({ ...permit(FIRST), text: 'Looks good', context: by(LEFT) } as never));
  await send(new TakeAction({ ...permit(FIRST), action: 'ask', input: {}, context: by(OWNER) } as never));
  await send(new EraseRecord({ ...permit(THIRD), reason: 'They asked', context: command() }));
  await send(new ErasePerson({ id: LEFT, reason: 'They left', context: command() }));
  await settled();
}

const onOneMachine = async () => ({ on: {}, stop: async () => {} });
const onServers = async () => {
  const [events, mongo] = await Promise.all([newEventStoreDb(), newMongoDb()]);
  return {
    on: {
      events: { engine: 'eventstoredb', url: events.url },
      reads: { engine: 'mongodb', url: mongo.url },
      files: { engine: 'mongodb', url: mongo.url, database: 'permits-files' },
    } as const,
    stop: async () => {
      await Promise.all([events.stop(), mongo.stop()]);
    },
  };
};

describe.each([
  { engines: 'SQLite', begin: onOneMachine },
  { engines: 'EventStoreDB and MongoDB', begin: onServers },
])('an application that was imported on $engines', ({ begin }) => {
  let target: Awaited<ReturnType<typeof onOneMachine>> | Awaited<ReturnType<typeof onServers>>;
  let there: Daybook;
  let here: Daybook;
  let before: readonly RecordedEvent[];
  let after: readonly RecordedEvent[];
  let archive: string;
  let imported: Awaited<ReturnType<typeof importPermits>>;

  beforeAll(async () => {
    target = await begin();
    there = await startDaybook({ clock: THERE });
    await fill(there);
    here = await startDaybook({ on: target.on, clock: HERE });
    before = await eventsOfPermits(there);
    archive = await exportPermits(there);
    imported = await importPermits(here, archive);
    after = await eventsOfPermits(here);
  });
  afterAll(async () => {
    await there?.close();
    await here?.close();
    await target.stop();
  });

  const byId = (events: readonly RecordedEvent[]) => new Map(events.map((event) => [event.id, event]));

  it('has every event with its id, version, author and content, in the same order', () => {
    const found = byId(after);
    for (const event of before) {
      const { payload: _, recordedAt, effectiveAt, ...metadata } = event.metadata;
      expect(found.get(event.id)).toMatchObject({
        type: event.type,
        version: event.version,
        data: event.data,
        metadata: { ...metadata, effectiveAt: effectiveAt ?? recordedAt, archive: { recordedAt } },
      });
    }
    const ofRecords = (events: readonly RecordedEvent[]) =>
      events
        .filter(({ id: each, type }) => known.has(each) && type.startsWith('record.'))
        .map((event) => event.id);
    const known = byId(before);
    expect(ofRecords(after)).toEqual(ofRecords(before));
  });

  it('says from which archive it is, and adds only what it withheld', async () => {
    const known = byId(before);
    const added = after.filter((event) => !known.has(event.id)).map(({ type }) => type);
    expect(added.sort()).toEqual(['record.call-withheld', 'record.timer-fired', 'specification.imported']);
    expect(imported).toMatchObject({ timers: 1, calls: 1, already: false, events: before.length });
    const note = after.find(({ type }) => type === 'specification.imported')!;
    expect(note.data).toMatchObject({
      archive: after[0]!.metadata.archive!.sha256,
      events: before.length,
      files: 2,
    });
  });

  it('seals personal data with keys of its own, and leaves nothing of them readable in the log', async () => {
    const stored = JSON.stringify((await here.installation.store.read(`permits.Permit-${FIRST}`)).events);
    expect(stored).not.toContain('Wilhelmina');
    expect(stored).not.toContain('XK05');
    expect(stored).toContain('"sealed"');
  });

  it('shows records, lists and history as they were shown there', async () => {
    const [one, other] = [await there.as('admin'), await here.as('admin')];
    const record = async (browser: typeof one, which: string) => {
      const answer = await browser.get(`/api/permits/Permit/${which}`).set('accept', 'application/json');
      expect(answer.status).toBe(200);
      return answer.body as { readonly fields?: unknown };
    };
    for (const which of [FIRST, SECOND, THIRD]) {
      const [was, is] = [await record(one, which), await record(other, which)];
      expect(withoutMoments(is)).toEqual(withoutMoments(was));
    }
    const page = (await other.get(`/permits/permits/${FIRST}`)).text;
    for (const shown of ['A shed', 'P-001', 'Wilhelmina Ploverdale', 'Olga Owner', 'Looks good', 'plan.txt'])
      expect(page).toContain(shown);
    const list = await other.get('/permits/permits');
    expect(list.text).toContain('A fence');
    const timeline = await other.get('/-/timeline?application=permits');
    expect(timeline.text).toContain('imported the application');
  });

  it('knows people from the archive only, and who was erased is erased', async () => {
    const people = createPeopleReadModel(here.installation.projections);
    const [olga, lev] = [await people.get(OWNER), await people.get(LEFT)];
    const opened = await here.installation.personal.openForDisplay([olga!.name, lev!.name] as unknown[]);
    expect(opened).toEqual(['Olga Owner', { erased: true }]);
    expect(olga).toMatchObject({ fromLog: true, signInDigest: null, roles: {} });
    expect(lev!.erasedAt).not.toBeNull();
  });

  it('keeps files, those of people encrypted', async () => {
    const { store, files, personal } = here.installation;
    const [opened] = (await store.read(`permits.Permit-${FIRST}`)).events;
    const { fields } = (await personal.open(opened!.data)) as { fields: Record<string, never[]> };
    const [plan, passport] = [fields['plan']![0]!, fields['passport']![0]!];
    const bytesOf = async (file: never) => {
      const pieces: Buffer[] = [];
      for await (const piece of await readStoredFile(files, `permits.Permit-${FIRST}`, file))
        pieces.push(Buffer.from(piece as Uint8Array));
      return Buffer.concat(pieces).toString();
    };
    expect(await bytesOf(plan)).toBe(PLAN.toString());
    expect(await bytesOf(passport)).toBe(PASSPORT.toString());
    expect(sha256(PASSPORT)).toBe((passport as { sha256: string }).sha256);
  });

  it('sends no call and fires no timer of the past', async () => {
    const { projections, store } = here.installation;
    const calls = await createCallsReadModel(projections).findByRecord(FIRST);
    expect(calls.map(({ open, progress }) => [open, progress.status])).toEqual([[false, 'withheld']]);
    expect(
      await createTimersReadModel(projections).findByRecord(RecordRef.of(permit(FIRST))),
    ).toBeUndefined();
    const { events } = await store.read(`permits.Permit-${FIRST}`);
    expect(events.at(-1)).toMatchObject({ type: 'record.timer-fired', data: { outcome: 'withheld' } });
  });

  it('when the same archive is imported again, then nothing is written', async () => {
    const head = await here.installation.store.head();
    expect(await importPermits(here, archive)).toMatchObject({ already: true });
    expect(await here.installation.store.head()).toBe(head);
  });

  it('holds unique values, also of people, and goes on with its numbers', async () => {
    const open = (which: string, input: object) =>
      here.send(new OpenRecord({ ...permit(which), input, context: command() } as never));
    await expect(open(id(4), { title: 'A shed' })).rejects.toThrow(Refused);
    await expect(open(id(5), { title: 'A house', contact: OWNER })).rejects.toThrow(Refused);
    await open(id(6), { title: 'A garage' });
    const [opened] = (await here.installation.store.read(`permits.Permit-${id(6)}`)).events;
    expect(opened!.data).toMatchObject({ number: 'P-004' });
  });

  it('when it is exported from there, then the archive holds the same events', async () => {
    const again = await startDaybook({ clock: HERE });
    try {
      await importPermits(again, await exportPermits(here));
      const all = byId(await eventsOfPermits(again));
      for (const event of before)
        expect(all.get(event.id)).toMatchObject({
          data: event.data,
          metadata: { archive: { recordedAt: event.metadata.recordedAt } },
        });
    } finally {
      await again.close();
    }
  });
});

/** When something was written down is when it was imported. */
function withoutMoments(json: unknown): unknown {
  return JSON.parse(
    JSON.stringify(json, (key, value: unknown) =>
      ['recordedAt', 'timers', 'calls', 'version', 'position'].includes(key) ? undefined : value,
    ),
  );
}
