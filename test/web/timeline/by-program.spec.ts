// Which program acted for a person: on the timeline, in its filter and exports, and in the history of a record.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { ErasePerson } from '#domain/user/user-commands.js';
import { PEOPLE, startDaybook, system, type Browser, type Daybook, type Who } from '../daybook.js';

const ORDERS = '/api/orders/Order';

interface Line {
  readonly type: string;
  readonly actor: string;
  readonly program: string | null;
  readonly token: string | null;
}

let daybook: Daybook;
let admin: Browser;
const tokens: Record<string, string> = {};
let order: string;

async function make(who: Who, name: string): Promise<string> {
  const form = { name, access: 'write', application: '', expires: '30', commandId: uuid() };
  const { text } = await (await daybook.as(who)).post('/-/account/tokens').type('form').send(form);
  return /daybook_[0-9a-f]{16}_[\w-]{43}/.exec(text)![0];
}
const idOf = (token: string): string => token.split('_')[1]!;

async function open(token: string): Promise<string> {
  const fields = { title: 'Paper', lines: [{ item: 'A4', quantity: 2, price: '12.50' }] };
  const answer = await daybook
    .browser()
    .post(ORDERS)
    .set('Authorization', `Bearer ${token}`)
    .send({ fields })
    .expect(201);
  return (answer.body as { id: string }).id;
}

beforeAll(async () => {
  daybook = await startDaybook();
  admin = await daybook.as('admin');
  // Given two programs of one person, one of which has a new token, one of another, and what people did themselves
  tokens['import'] = await make('clerk', 'ERP import');
  tokens['renewed'] = await make('clerk', 'ERP import');
  tokens['report'] = await make('clerk', 'Monthly report');
  tokens['other'] = await make('second', 'Warehouse, night');
  order = await open(tokens['import']);
  for (const name of ['renewed', 'report', 'other']) await open(tokens[name]!);
  const clerk = await daybook.as('clerk');
  await clerk.post(ORDERS).send({ fields: { title: 'Ink', lines: [] } });
  await daybook.settled();
});
afterAll(async () => daybook.close());

const find = async (query: string): Promise<readonly Line[]> => {
  const { body } = await admin.get(`/api/-/timeline?${query}`).expect(200);
  return (body as { items: readonly Line[] }).items;
};

describe('the filter by program', () => {
  it('finds by name what all tokens of that name did, and by id what one did', async () => {
    const named = await find('program=ERP+import');
    expect(named.map(({ type, program }) => [type, program])).toEqual([
      ['record.opened', 'ERP import'],
      ['record.opened', 'ERP import'],
    ]);
    const one = await find(`program=${idOf(tokens['renewed']!)}`);
    expect(one.map(({ token, actor }) => [token, actor])).toEqual([
      [idOf(tokens['renewed']!), PEOPLE.clerk.id],
    ]);
  });

  it('finds what any program did, and narrows with other filters', async () => {
    const any = await find('program=*');
    expect(any.map(({ program }) => program)).toEqual([
      'Warehouse, night',
      'Monthly report',
      'ERP import',
      'ERP import',
    ]);
    expect(await find(`program=*&person=${PEOPLE.second.id}`)).toHaveLength(1);
    expect(await find('program=ERP+import&type=comments')).toEqual([]);
  });

  it('finds nothing for an unknown program, rather than everything', async () => {
    expect(await find('program=Nobody')).toEqual([]);
    expect((await admin.get('/-/timeline?program=Nobody')).text).toContain('Nothing matches');
  });

  it('offers the programs on the page, and names the one that is set', async () => {
    const { text } = await admin.get('/-/timeline?program=ERP+import').expect(200);
    expect(text).toContain('<option value="Monthly report">');
    expect(text).toContain('done by the program “ERP import”');
    expect(text).toContain('the program “ERP import” for Clara Clerk');
    expect(text).not.toContain('the program “Warehouse');
  });
});

describe('exports of the timeline', () => {
  it('end with the program and its token as last columns', async () => {
    const { text } = await admin.get('/-/timeline.csv?program=Warehouse%2C+night').expect(200);
    const lines = text.split('\r\n').filter((line) => line !== '');
    const heading = lines.find((line) => line.startsWith('position,at'))!;
    expect(heading.endsWith(',data,program,token')).toBe(true);
    const row = lines[lines.indexOf(heading) + 1]!;
    expect(row.endsWith(`,"Warehouse, night",${idOf(tokens['other']!)}`)).toBe(true);
    expect(text).toContain('program,"Warehouse, night"');
  });

  it('have them in JSON Lines, null where a person acted without a program', async () => {
    const { text } = await admin.get('/-/timeline.jsonl').expect(200);
    const lines = text.trim().split('\n').slice(1, -1);
    const opened = lines
      .map((line) => JSON.parse(line) as Line)
      .filter(({ type }) => type === 'record.opened');
    expect(opened.map(({ program, token }) => [program, token])).toEqual([
      [null, null],
      ['Warehouse, night', idOf(tokens['other']!)],
      ['Monthly report', idOf(tokens['report']!)],
      ['ERP import', idOf(tokens['renewed']!)],
      ['ERP import', idOf(tokens['import']!)],
    ]);
  });
});

describe('the history of a record', () => {
  it('names the program that acted', async () => {
    const { text } = await (await daybook.as('boss')).get(`/orders/orders/${order}`).expect(200);
    expect(text).toContain('the program “ERP import” for Clara Clerk');
  });
});

describe('the program of a person who is erased', () => {
  it('has no name any more, and is found by the id of its token', async () => {
    await daybook.send(new ErasePerson({ id: PEOPLE.second.id, reason: 'Left', context: system() }));
    await daybook.settled();
    const [line] = await find(`program=${idOf(tokens['other']!)}`);
    expect(line).toMatchObject({ program: null, token: idOf(tokens['other']!) });
    expect(await find('program=Warehouse%2C+night')).toEqual([]);
  });
});
