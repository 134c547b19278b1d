// The number of queries to MongoDB does not grow with columns or records.
import { afterAll, beforeAll, beforeEach, expect, it } from '@jest/globals';
import type { Document } from 'bson';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { describeOnSmallMongoDb, type MongoDbServer } from '#test/engines/describe-on-small-mongodb.js';
import { documentOf } from '#test/specification/documents.js';
import { startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const WORKER = '01900000-0000-7000-8000-0000000000a1';

/** Applications with numbers of states and columns. */
const SIZES = [
  ['few', 3],
  ['many', 15],
] as const;

const states = (count: number) => Array.from({ length: count }, (_, index) => `s${index + 1}`);

/** With so many states and reference fields. */
const specification = (key: string, count: number) =>
  documentOf({
    1: `key: ${key}
name: ${key}
timeZone: UTC`,
    2: `screens:
  /jobs: { list: Job, columns: [title, ${states(count)
    .map((state) => `of${state}`)
    .join(', ')}] }
  /board: { board: Job, card: [title] }`,
    3: `entities:
  Job:
    title: "{title}"
    fields:
      title: { type: text, required: true }
${states(count)
  .map((state) => `      of${state}: { type: user }`)
  .join('\n')}`,
    4: `lifecycles:
  Job:
    states: { ${states(count)
      .map((state) => `${state}: { title: ${state} }`)
      .join(', ')} }
    actions:
${states(count)
  .slice(1)
  .map((state, index) => `      go${state}: { from: s${index + 1}, to: ${state}, by: [worker] }`)
  .join('\n')}`,
    6: `roles:
  worker: { title: Worker }
permissions:
  Job: { open: [worker], edit: [worker] }`,
  });

const isQuestion = (command: Document) =>
  ['find', 'aggregate', 'count', 'getMore', 'distinct'].includes(Object.keys(command)[0]!);

/** People are looked up again after a second, on any page. */
const ofRecords = (questions: readonly string[]) => questions.filter((each) => each.includes('g.records'));

describeOnSmallMongoDb('MongoDB is asked', (start) => {
  let mongo: MongoDbServer;
  let daybook: Daybook;
  let worker: Browser;
  let asked: string[] = [];

  beforeAll(async () => {
    mongo = await start();
    daybook = await startDaybook({ on: { reads: { engine: 'mongodb', url: mongo.url } } });
    for (const [key, count] of SIZES)
      await daybook.send(new PublishSpecification({ text: specification(key, count), context: system() }));
    await daybook.send(
      new RegisterUser({
        id: WORKER,
        name: 'Will Worker',
        demo: true,
        roles: ['few', 'many'].map((application) => ({ application, role: 'worker' })),
        context: system(),
      }),
    );
    await daybook.settled();
    worker = daybook.browser();
    await worker.post('/-/sign-in/demo').type('form').send({ person: WORKER });
    for (const [key] of SIZES)
      for (let index = 0; index < 3; index++) {
        const fields = { title: `Job ${index}`, [`ofs${index + 1}`]: WORKER };
        const opened = await worker.post(`/api/${key}/Job`).set('Idempotency-Key', uuid()).send({ fields });
        expect(opened.status).toBe(201);
      }
    await daybook.settled();
  });
  afterAll(async () => {
    await daybook?.close();
    await mongo?.stop();
  });

  beforeEach(() => {
    mongo.fail('slow', (command) => {
      if (isQuestion(command)) asked.push(`${Object.keys(command)[0]} ${String(Object.values(command)[0])}`);
      return false;
    });
  });

  /** After all rebuilding and first reads of specifications. */
  async function questionsOf(address: string): Promise<readonly string[]> {
    let fewest: readonly string[] | undefined;
    for (let times = 0; ; times++) {
      asked = [];
      await worker.get(address).expect(200);
      const first = asked;
      asked = [];
      await worker.get(address).expect(200);
      if (ofRecords(first).join() !== ofRecords(asked).join()) continue;
      // What waits for the person is counted again every half minute, and after every event.
      if (!fewest || ofRecords(asked).length < ofRecords(fewest).length) fewest = asked;
      if (times > 2) return fewest;
    }
  }

  it.each(['jobs', 'jobs.csv'])(
    'by /%s as often with many columns as with few, and few times',
    async (page) => {
      const [few, many] = [await questionsOf(`/few/${page}`), await questionsOf(`/many/${page}`)];
      expect(ofRecords(many)).toHaveLength(ofRecords(few).length);
      expect(ofRecords(many).length).toBeLessThanOrEqual(2);
    },
  );

  it('by a board that shows everything once, however many states there are', async () => {
    for (const [key] of SIZES) expect(ofRecords(await questionsOf(`/${key}/board`))).toHaveLength(1);
  });
});
