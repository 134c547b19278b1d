import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const document = (gone: boolean) =>
  documentOf({
    1: `key: shed
name: The shed`,
    2: `screens:
  /tools: { list: Tool, columns: [name, day, lines] }`,
    3: `entities:
  Tool:
    title: "{name}"${gone ? '\n    removed: [note]' : ''}
    fields:
      name: { type: text }
      day: { type: date }
      secret: { type: text }
      lines: { type: table${gone ? ', removed: [old]' : ''}, fields: { item: { type: text }${gone ? '' : ', old: { type: text }'} } }
${gone ? '' : '      note: { type: text }'}`,
    6: `roles: { reader: { title: Reader }, keeper: { title: Keeper } }
permissions:
  Tool:
    open: [keeper]
    read: [reader, keeper]
    fields:
      secret: { read: [keeper], edit: [keeper] }`,
  });

let daybook: Daybook;
const browsers = new Map<string, Browser>();
const [guessed, other, opener] = [uuid(), uuid(), uuid()];

beforeAll(async () => {
  daybook = await startDaybook({ peopled: false });
  await daybook.send(new PublishSpecification({ text: document(false), context: system() }));
  const people = {
    reader: ['shed', 'reader'],
    keeper: ['shed', 'keeper'],
    auditor: ['-', 'auditor'],
  } as const;
  for (const [name, [application, role]] of Object.entries(people)) {
    const id = name === 'keeper' ? opener : uuid();
    const roles = [{ application, role }];
    await daybook.send(new RegisterUser({ id, name, demo: true, roles, context: system() }));
    await daybook.settled();
    const browser = daybook.browser();
    await browser.post('/-/sign-in/demo').type('form').send({ person: id }).expect(303);
    browsers.set(name, browser);
  }
  const day = '2027-03-04';
  const tools = [
    [
      guessed,
      { name: 'Saw', secret: `${day} ${opener}`, lines: [{ item: 'blade', old: 'zebra' }], note: 'okapi' },
    ],
    [other, { name: 'Axe', secret: 'nothing', lines: [] }],
  ] as const;
  for (const [id, input] of tools) {
    const on = { application: 'shed', entity: 'Tool', id, context: { ...system(), actor: opener } };
    await daybook.send(new OpenRecord({ ...on, input: { ...input, day } }));
  }
  await daybook.settled();
});

afterAll(() => daybook.close());

const ask = async (who: string, path: string) => (await browsers.get(who)!.get(path).expect(200)).text;

describe('given a hidden value that stands in something visible which is not searched', () => {
  it.each(['/shed/tools?q=2027', '/shed/tools.csv?q=2027', '/api/shed/Tool?q=2027'])(
    'when somebody searches for it at %s, then it is not found',
    async (path) => {
      expect(await ask('reader', path)).not.toContain(guessed);
    },
  );

  it('when an auditor searches for who did it, then events in which it is a hidden value as well are not found', async () => {
    const word = opener.replaceAll('-', ' ').split(' ')[0]!;
    expect(await ask('auditor', `/-/timeline?q=${word}&application=shed`)).not.toContain(guessed);
  });

  it('when somebody searches who sees it, then it is found', async () => {
    expect(await ask('keeper', '/api/shed/Tool?q=2027')).toContain(guessed);
  });
});

describe('given a column and a field that the next version does not have', () => {
  it('when their values are searched for, then nothing is found, and no answer has them', async () => {
    for (const word of ['zebra', 'okapi'])
      expect(await ask('keeper', `/api/shed/Tool?q=${word}`)).toContain(guessed);
    await daybook.send(new PublishSpecification({ text: document(true), context: system() }));
    await daybook.settled();
    for (const who of ['reader', 'keeper'])
      for (const word of ['zebra', 'okapi', 'blade']) {
        const paths = ['/shed/tools', '/shed/tools.csv', '/api/shed/Tool'];
        const all = await Promise.all(paths.map((path) => ask(who, `${path}?q=${word}`)));
        expect([who, word, all.map((text) => text.includes(guessed))]).toEqual([
          who,
          word,
          paths.map(() => word === 'blade'),
        ]);
      }
    const paths = [
      '/shed/tools',
      '/shed/tools.csv',
      '/api/shed/Tool',
      `/api/shed/Tool/${guessed}`,
      `/shed/tools/${guessed}/edit`,
    ];
    for (const path of paths) expect(await ask('keeper', path)).not.toContain('zebra');
  });
});
