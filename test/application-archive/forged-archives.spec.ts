// Edited by somebody who wants what is not theirs: refused before anything is written, as half an archive would stand in
// the way of every other one of the application.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Uploads } from '#command-handling/files/file-uploads.js';
import { CommentRecord, OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { PEOPLE, startDaybook, type Daybook } from '../web/daybook.js';
import {
  addPerson,
  filesIn,
  forgeEvents,
  forgeFile,
  zipOf,
  type ArchiveFiles,
  type ForgedEvent,
} from './forging.js';
import { command, exportPermits, importPermits, PERMITS } from './moving.js';

const CLARA = '0199cccc-0000-7000-8000-00000000c1aa';
const FIRST = '0199cccc-0000-7000-8000-000000000001';
const SECOND = '0199cccc-0000-7000-8000-000000000002';

async function fill(daybook: Daybook): Promise<void> {
  const { app, installation, send, settled } = daybook;
  await send(new PublishSpecification({ text: PERMITS, context: command() }));
  await send(new RegisterUser({ id: CLARA, name: 'Clara Clerk', signInName: 'clara', context: command() }));
  await settled();
  const { specification } = (await installation.specifications.current('permits'))!;
  const entity = specification.entities['Permit']!;
  const field = entity.fields.find(({ key }) => key === 'plan')!;
  const bytes = (async function* () {
    yield Buffer.from('a plan of the house');
  })();
  const plan = await app
    .get(Uploads, { strict: false })
    .receiveUpload({ specification, entity, viewer: { id: CLARA } }, field, { name: 'plan.txt', bytes });
  for (const [id, input] of [
    [FIRST, { title: 'A shed', applicant: 'Wilhelmina', plan: [plan] }],
    [SECOND, { title: 'A fence', iban: 'XK05' }],
  ] as const) {
    const record = { application: 'permits', entity: 'Permit', id };
    const context = () => ({ ...command(), actor: CLARA });
    await send(new OpenRecord({ ...record, input, context: context() } as never));
    await send(new CommentRecord({ ...record, text: 'Seen', context: context() } as never));
  }
  await settled();
}

describe('a forged archive', () => {
  let here: Daybook;
  let files: ArchiveFiles;

  beforeAll(async () => {
    const there = await startDaybook({ peopled: false });
    await fill(there);
    files = await filesIn(await exportPermits(there));
    await there.close();
    here = await startDaybook();
  });
  afterAll(async () => here.close());

  const file = () => [...files.keys()].find((path) => path.startsWith('files/'))!;
  const firstOf = (events: ForgedEvent[], type: string) => events.find((event) => event.type === type)!;
  const withComment = (change: (event: ForgedEvent) => void) => () =>
    forgeEvents(files, (events) => change(firstOf(events, 'record.commented')));
  const fieldsOf = (event: ForgedEvent) => event.data['fields'] as Record<string, unknown>;

  it.each<[string, () => ArchiveFiles, RegExp]>([
    [
      'has a file whose content is another one than its name says',
      () => forgeFile(files, file(), Buffer.from('another plan altogether')),
      /files\/[0-9a-f]+ does not have the hash of its name/,
    ],
    [
      'says another size of a file',
      () =>
        forgeEvents(files, (events) => {
          const [plan] = fieldsOf(firstOf(events, 'record.opened'))['plan'] as [{ size: number }];
          plan.size = 5;
        }),
      /a file has 5 bytes, and files\/[0-9a-f]+ has 19/,
    ],
    [
      'shows its readers another specification than it publishes',
      () =>
        forgeEvents(files, ([first]) => {
          first!.data['text'] = String(first!.data['text']).replace('registry', 'Registry') + '\n';
        }),
      /its text is another one than in specifications\/1\.md/,
    ],
    [
      'has one id twice',
      () =>
        forgeEvents(files, (events) => {
          const [one, other] = events.filter(({ type }) => type === 'record.commented');
          other!.id = one!.id.toUpperCase();
        }),
      /its id .* is that of an event before it/,
    ],
    [
      'claims one value twice',
      () =>
        forgeEvents(files, (events) => {
          const claims = events.filter(({ stream }) => stream.includes('.unique-'));
          for (const each of claims) each.unique = { value: 'a shed', keyed: true };
        }),
      /another event before claims the same value of title/,
    ],
    [
      'has personal data of another application',
      withComment(({ data }) => {
        data['text'] = { $personal: { of: `orders.Order-${FIRST}`, value: 'x' } };
      }),
      /it has data of orders\.Order/,
    ],
    [
      'has personal data of nobody',
      withComment(({ data }) => {
        data['text'] = { $personal: { of: '../keys', value: 'x' } };
      }),
      /“\.\.\/keys” is no person and no record/,
    ],
    [
      'has a sealed value',
      withComment(({ data }) => {
        data['text'] = { sealed: { person: CLARA, box: 'AAAA' } };
      }),
      /a value in it is sealed/,
    ],
    [
      'is nested so deeply that it cannot be walked through',
      () => {
        const deep = '['.repeat(20_000) + ']'.repeat(20_000);
        const events = files.get('events.jsonl')!.toString();
        return forgeFile(files, 'events.jsonl', Buffer.from(events.replace('"Seen"', deep)));
      },
      /nested too deeply/,
    ],
    [
      'was decided by another application',
      withComment(({ metadata }) => {
        metadata['specification'] = { key: 'orders', version: 1 };
      }),
      /specification of another application/,
    ],
    [
      'makes somebody of Daybook itself',
      () => addPerson(files, 'system', 'Bea Boss'),
      /Line 2 of people\.jsonl in the archive is no person/,
    ],
    [
      'puts somebody here in charge whom it does not list',
      () =>
        forgeEvents(files, (events) => {
          fieldsOf(firstOf(events, 'record.opened'))['owner'] = PEOPLE.boss.id;
        }),
      /is named or acts in the archive without standing in its people\.jsonl/,
    ],
  ])('when it %s, then it is refused, and nothing is written', async (_, make, words) => {
    const { store } = here.installation;
    const head = await store.head();
    await expect(importPermits(here, await zipOf(make()))).rejects.toThrow(words);
    expect(await store.head()).toBe(head);
  });

  it('when all that was forged was refused, then the true one is imported', async () => {
    expect(await importPermits(here, await zipOf(files))).toMatchObject({ already: false });
  });
});
