// Neither bytes nor key of a personal file remain anywhere.
import { createHash, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { MongoClient, type Binary } from 'mongodb';
import { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import { EraseRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { ErasePerson, RegisterUser } from '#domain/user/user-commands.js';
import { v7 as uuid } from 'uuid';
import { newMongoDb } from '../engines/empty-mongodb.js';
import { documentOf } from '../specification/documents.js';
import { startDaybook, system, type Daybook } from '../web/daybook.js';
import { PASSWORD } from './files.js';
import { numRuns } from '#test/property-runs.js';

const DOCUMENT = documentOf({
  1: 'key: claims',
  3: `entities:
  Claim:
    fields:
      title: { type: text, required: true }
      claimant: { type: user, default: user }
      pass: { type: file, personal: claimant }
      papers: { type: files, personal: record }
  Visit:
    fields:
      title: { type: text, required: true }
      doctor: { type: user, default: user }
      scan: { type: file, personal: doctor }
      papers: { type: files, personal: record }
      plan: { type: file }`,
  9: 'limits: { attachment: 20 MB, retention: { Visit: P10Y } }',
});

interface Engine {
  readonly on: object;
  /** Stored files outside the data folder. */
  readonly bytes: () => Promise<readonly Buffer[]>;
  readonly stop: () => Promise<void>;
}

const folder = async (): Promise<Engine> => ({ on: {}, bytes: async () => [], stop: async () => {} });

async function gridFs(): Promise<Engine> {
  const server = await newMongoDb();
  const database = 'claims-files';
  return {
    on: {
      reads: { engine: 'mongodb', url: server.url },
      files: { engine: 'mongodb', url: server.url, database },
    },
    async bytes() {
      const client = await new MongoClient(server.url).connect();
      const chunks = await client
        .db(database)
        .collection<{ readonly data: Binary }>('files.chunks')
        .find({}, { sort: { files_id: 1, n: 1 } })
        .toArray();
      await client.close();
      return chunks.map(({ data }) => Buffer.from(data.value()));
    },
    stop: () => server.stop(),
  };
}

/** Markers at the beginning, across the edge of two sealed pieces, across a GridFS chunk, and at the end. */
function marked(size: number) {
  // Zeros, as random first bytes of a known type would be refused.
  const marker = Buffer.concat([Buffer.alloc(8), randomBytes(16)]);
  const bytes = randomBytes(size);
  for (const at of [0, 64 * 1024 - 12, 255 * 1024 + 2, size - 24])
    if (at >= 0 && at + 24 <= size) marker.copy(bytes, at);
  return { marker, bytes };
}

describe.each([
  ['a folder', folder],
  ['GridFS', gridFs],
])('what is left of an erased file, kept in %s', (_, startEngine) => {
  let engine: Engine;
  let daybook: Daybook;

  beforeAll(async () => {
    engine = await startEngine();
    daybook = await startDaybook({ peopled: false, on: engine.on });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
  });
  afterAll(async () => {
    await daybook.close();
    await engine.stop();
  });

  async function somebody() {
    const id = uuid();
    const signInName = `p${id.slice(-12)}`;
    const said = { id, name: 'Pat', signInName, password: PASSWORD, roles: [], context: system() };
    await daybook.send(new RegisterUser(said));
    return { id, signInName };
  }
  const api = (person: { signInName: string }, path: string) =>
    daybook.browser().post(`/api/claims/${path}`).auth(person.signInName, PASSWORD);
  async function upload(person: { signInName: string }, entity: string, field: string, bytes: Buffer) {
    const answer = await api(person, `${entity}/files?field=${field}&name=a.bin`)
      .type('application/octet-stream')
      .send(bytes);
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return (answer.body as { reference: string }).reference;
  }
  async function open(person: { signInName: string }, entity: string, fields: object): Promise<string> {
    const answer = await api(person, entity).send({ fields: { title: 'One', ...fields } });
    expect([answer.status, answer.text]).toEqual([201, expect.anything()]);
    return (answer.body as { id: string }).id;
  }

  async function isAnywhere(marker: Buffer): Promise<boolean> {
    const data = daybook.installation.configuration.data;
    const onDisk = readdirSync(data, { recursive: true, encoding: 'utf8' })
      .map((path) => join(data, path))
      .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile());
    return (
      onDisk.some((path) => readFileSync(path).includes(marker)) ||
      Buffer.concat(await engine.bytes()).includes(marker)
    );
  }
  /** Obtainable with everything the installation has. */
  async function keysIn(entity: string, id: string): Promise<readonly string[]> {
    const { store, personalData } = daybook.app.get(CommandDependencies);
    const { events } = await store.read(`claims.${entity}-${id}`);
    const told = JSON.stringify(await personalData.open(events));
    return [...told.matchAll(/"key":"([^"]{20,})"/g)].map(([, key]) => key!);
  }
  async function isKept(shelf: `sealed/${string}`): Promise<boolean> {
    for await (const each of daybook.installation.files.listKeys()) if (each.prefix === shelf) return true;
    return false;
  }

  it('of a person: nothing, however large it is, and whether it was used, replaced or only uploaded', async () => {
    const sizes = fc.constantFrom(24, 64 * 1024, 64 * 1024 + 20, 300_000);
    await fc.assert(
      fc.asyncProperty(sizes, sizes, async (first, second) => {
        const person = await somebody();
        const [used, later, unused] = [marked(first), marked(second), marked(first)];
        const pass = await upload(person, 'Claim', 'pass', used.bytes);
        const id = await open(person, 'Claim', { pass });
        const instead = await upload(person, 'Claim', 'pass', later.bytes);
        const changed = await daybook
          .browser()
          .patch(`/api/claims/Claim/${id}`)
          .auth(person.signInName, PASSWORD)
          .set('If-Match', '"1"')
          .send({ fields: { pass: instead } });
        expect(changed.status).toBe(200);
        await upload(person, 'Claim', 'pass', unused.bytes);
        expect(await keysIn('Claim', id)).toHaveLength(3);
        expect(await isKept(`sealed/${person.id}`)).toBe(true);
        await daybook.send(new ErasePerson({ id: person.id, reason: 'Asked for.', context: system() }));
        await daybook.settled();
        expect(await keysIn('Claim', id)).toEqual([]);
        expect(await isKept(`sealed/${person.id}`)).toBe(false);
        for (const { marker } of [used, later, unused]) expect(await isAnywhere(marker)).toBe(false);
      }),
      { numRuns: numRuns(6) },
    );
  });

  it('of a record with a time to be kept: no key, also of what is personal to somebody who is still here', async () => {
    const doctor = await somebody();
    const [scan, paper, plan] = [marked(300_000), marked(500), marked(500)];
    const id = await open(doctor, 'Visit', {
      scan: await upload(doctor, 'Visit', 'scan', scan.bytes),
      papers: [await upload(doctor, 'Visit', 'papers', paper.bytes)],
      plan: await upload(doctor, 'Visit', 'plan', plan.bytes),
    });
    expect(await keysIn('Visit', id)).toHaveLength(2);
    const parts = { application: 'claims', entity: 'Visit', id };
    await daybook.send(new EraseRecord({ ...parts, reason: 'It is due.', context: system() }));
    await daybook.settled();
    expect(await keysIn('Visit', id)).toEqual([]);
    expect(await isKept(`sealed/claims.Visit-${id}`)).toBe(false);
    for (const { marker } of [scan, paper]) expect(await isAnywhere(marker)).toBe(false);
    // Non-personal files stay, like other values.
    expect(await isAnywhere(plan.marker)).toBe(true);
    const kept = await daybook
      .browser()
      .get(`/api/claims/Visit/${id}/files/plan/${createHash('sha256').update(plan.bytes).digest('hex')}`)
      .auth(doctor.signInName, PASSWORD);
    expect(kept.status).toBe(200);
  });
});
