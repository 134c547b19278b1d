import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { LockPerson, RegisterUser, RevokeRole, UnlockPerson } from '#domain/user/user-commands.js';
import type { RecordedEvent } from '#domain/event.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import {
  ORDERS as ORDERS_TEXT,
  PEOPLE,
  newFolder,
  startDaybook,
  system,
  type Daybook,
  type Who,
} from '../daybook.js';

const ORDERS = '/api/orders/Order';
const OTHERS = '/api/others/Order';
const FIELDS = { title: 'Paper', lines: [{ item: 'A4', quantity: 2, price: '12.50' }] };
const TOKEN = /daybook_[0-9a-f]{16}_[\w-]{43}/;

let now = '2026-11-20T10:00:00.000Z';
let daybook: Daybook;

beforeAll(async () => {
  daybook = await startDaybook({ clock: () => now });
  const text = ORDERS_TEXT.replace('key: orders', 'key: others').replace(/^name: .*$/m, 'name: Others');
  await daybook.send(new PublishSpecification({ text, context: system() }));
  await daybook.settled();
});

afterAll(async () => daybook.close());

interface Wanted {
  readonly access?: 'read' | 'write';
  readonly application?: string;
  readonly administration?: 'true';
  readonly expires?: string;
  readonly until?: string;
  readonly name?: string;
  readonly commandId?: string;
}

const post = async (who: Who, wanted: Wanted = {}) =>
  (await daybook.as(who))
    .post('/-/account/tokens')
    .type('form')
    .send({
      name: 'ERP import',
      access: 'write',
      application: '',
      expires: '30',
      commandId: uuid(),
      ...wanted,
    });

async function make(who: Who, wanted: Wanted = {}): Promise<string> {
  const { status, text } = await post(who, wanted);
  expect(status).toBe(200);
  return TOKEN.exec(text)![0];
}

const idOf = (token: string): string => token.split('_')[1]!;

const get = async (token: string, path = ORDERS) =>
  daybook.browser().get(path).set('Authorization', `Bearer ${token}`);
const open = async (token: string, path = ORDERS) =>
  daybook.browser().post(path).set('Authorization', `Bearer ${token}`).send({ fields: FIELDS });
const revoke = async (who: Who, token: string) =>
  (await daybook.as(who))
    .post(`/-/account/tokens/${idOf(token)}/revoke`)
    .type('form')
    .send({});
const log = async () => {
  const events: RecordedEvent[] = [];
  const head = await daybook.installation.store.head();
  for await (const batch of daybook.installation.store.all(0)) {
    events.push(...batch);
    if (events.at(-1)!.position >= head) break;
  }
  return events;
};

describe('making an API token', () => {
  it('shows it once, and stores no more than its digest', async () => {
    const token = await make('clerk');
    expect((await get(token)).status).toBe(200);
    const page = (await (await daybook.as('clerk')).get('/-/account/tokens')).text;
    expect(page).toContain('ERP import');
    const secret = token.split('_').slice(2).join('_');
    expect(page).not.toContain(secret);
    expect(JSON.stringify(await log())).not.toContain(secret);
  });

  it('shows the same token where the form is sent twice, and records it once', async () => {
    const commandId = uuid();
    const [one, other] = [await make('clerk', { commandId }), await make('clerk', { commandId })];
    expect(other).toBe(one);
    const issued = (await log()).filter(({ metadata }) => metadata.commandId === commandId);
    expect(issued).toHaveLength(1);
  });

  it.each<readonly [string, Wanted, string]>([
    ['no name', { name: ' ' }, 'Enter the name of the program'],
    ['a day in the past', { expires: 'day', until: '2026-11-19' }, 'Choose a day in the future'],
    ['a day after more than a year', { expires: 'day', until: '2028-01-01' }, 'Choose a day within a year'],
    ['no day', { expires: 'day', until: '' }, 'Write the day like'],
    ['an application there is not', { application: 'nowhere' }, 'Choose an application from the list'],
    ['rights that the person does not have', { administration: 'true' }, 'Only admins and auditors'],
  ])('explains what would be right for %s, and makes none', async (_, wanted, words) => {
    const { status, text } = await post('clerk', wanted);
    expect([400, 422]).toContain(status);
    expect(parse(text).text).toContain(words);
    expect(text).not.toMatch(TOKEN);
  });
});

describe('an API token', () => {
  it('is answered in the place of its person below /api, and nowhere else', async () => {
    const token = await make('clerk');
    expect((await open(token)).status).toBe(201);
    expect((await get(token, '/orders/orders')).status).toBe(303);
    expect((await daybook.browser().get(`${ORDERS}?access_token=${token}`)).status).toBe(401);
    const { status } = await daybook.browser().get(ORDERS).set('Cookie', `daybook=${token}`);
    expect(status).toBe(401);
  });

  it('is refused by one answer, whether it is unknown, mistyped, expired, revoked or of another form', async () => {
    const [revoked, expired, right] = [await make('clerk'), await make('clerk'), await make('clerk')];
    expect((await revoke('clerk', revoked)).status).toBe(303);
    const mistyped = `${right.slice(0, -4)}${right.endsWith('AAAA') ? 'BBBB' : 'AAAA'}`;
    const unknown = `daybook_${'0'.repeat(16)}_${right.slice(-43)}`;
    const before = now;
    now = '2027-02-01T10:00:00.000Z';
    const answers = [await get(expired)];
    now = before;
    for (const token of [revoked, mistyped, unknown, 'x', `${right}x`]) answers.push(await get(token));
    const said = answers.map(({ status, body, headers }) => {
      const { instance: _, ...problem } = body as Record<string, unknown>;
      return JSON.stringify([status, problem, headers['www-authenticate']]);
    });
    expect([...new Set(said)]).toEqual([
      expect.stringMatching(
        /^\[401,.*TOKEN_NOT_ACCEPTED.*send another one.*Bearer realm=\\"Daybook\\", error=\\"invalid_token\\"/,
      ),
    ]);
    expect((await get(right)).status).toBe(200);
  });

  it('that only reads is refused where something is written, and leaves no event', async () => {
    const token = await make('clerk', { access: 'read' });
    expect((await get(token)).status).toBe(200);
    const head = await daybook.installation.store.head();
    const { status, body } = await open(token);
    expect([status, body.code]).toEqual([403, 'TOKEN_READS_ONLY']);
    expect(await daybook.installation.store.head()).toBe(head);
  });

  it('of one application is answered about that one alone', async () => {
    const token = await make('clerk', { application: 'orders' });
    expect((await open(token)).status).toBe(201);
    expect([(await get(token, OTHERS)).status, (await open(token, OTHERS)).status]).toEqual([404, 404]);
    const search = await get(token, '/api/-/search?q=Paper');
    expect([search.status, search.body.code]).toEqual([403, 'TOKEN_OF_APPLICATION']);
  });

  it('changes no account, deputy, view or read mark', async () => {
    const token = await make('clerk');
    for (const [path, body] of [
      ['/api/-/deputies', { deputy: PEOPLE.boss.id, from: '2026-12-01', until: '2026-12-02' }],
      ['/api/-/views', { application: 'orders', screen: '/orders', name: 'Mine', query: '' }],
      ['/api/-/changes/read', { upTo: 1 }],
    ] as const) {
      const { status, body: said } = await daybook
        .browser()
        .post(path)
        .set('Authorization', `Bearer ${token}`)
        .send(body);
      expect([path, status, said.code]).toEqual([path, 403, 'NOT_FOR_TOKENS']);
    }
  });

  it('has rights of admins and auditors only where it was made with them, and while the person has them', async () => {
    const id = uuid();
    const roles = [{ application: '-', role: 'auditor' }];
    await daybook.send(new RegisterUser({ id, name: 'Otto Auditor', demo: true, roles, context: system() }));
    await daybook.settled();
    const otto = daybook.browser();
    await otto.post('/-/sign-in/demo').type('form').send({ person: id }).expect(303);
    const made = async (administration: object) => {
      const form = { name: 'Archive', access: 'read', application: '', expires: '30', ...administration };
      return TOKEN.exec((await otto.post('/-/account/tokens').type('form').send(form)).text)![0];
    };
    const [plain, full] = [await made({}), await made({ administration: 'true' })];
    expect((await get(plain, '/api/-/timeline')).status).toBe(403);
    expect((await get(full, '/api/-/timeline')).status).toBe(200);
    await daybook.send(new RevokeRole({ id, application: '-', role: 'auditor', context: system() }));
    await daybook.settled();
    expect((await get(full, '/api/-/timeline')).status).toBe(403);
  });

  it('has a rate of its own, so that its program does not lock its person out', async () => {
    const limited = await startDaybook({ on: { rates: { person: 8, address: 0 } } });
    try {
      const clerk = await limited.as('clerk');
      const form = { name: 'Loop', access: 'read', application: '', expires: '30' };
      const { text } = await clerk.post('/-/account/tokens').type('form').send(form);
      const bearer = `Bearer ${TOKEN.exec(text)![0]}`;
      const statuses: number[] = [];
      for (let n = 0; n < 10; n++)
        statuses.push((await limited.browser().get(ORDERS).set('Authorization', bearer)).status);
      expect(statuses.filter((status) => status === 429).length).toBeGreaterThan(0);
      expect((await clerk.get('/-/account/tokens')).status).toBe(200);
    } finally {
      await limited.close();
    }
  });
});

describe('what a program did', () => {
  it('stands in the history under its name and that of its person', async () => {
    const token = await make('clerk', { name: 'Night <b>job' });
    const { body } = await open(token);
    const { events } = await daybook.installation.store.read(`orders.Order-${body.id}`);
    expect(events[0]!.metadata).toMatchObject({ actor: PEOPLE.clerk.id, program: idOf(token) });
    await daybook.settled();
    const page = await (await daybook.as('clerk')).get(`/orders/orders/${body.id}`);
    expect(parse(page.text).querySelector('main')!.textContent).toContain(
      'the program “Night <b>job” for Clara Clerk',
    );
    const timeline = await (await daybook.as('admin')).get('/-/timeline').set('Accept-Language', 'de');
    expect(parse(timeline.text).text).toContain('das Programm „Night <b>job“ für Clara Clerk');
  });
});

describe('the last use of an API token', () => {
  it('is recorded and shown by the day, with one event a day', async () => {
    const token = await make('second');
    const uses = async () =>
      (await log()).filter(
        ({ type, data }) => type === 'user.token-used' && (data as { token: string }).token === idOf(token),
      ).length;
    const page = async () => {
      await daybook.settled();
      return parse((await (await daybook.as('second')).get('/-/account/tokens')).text).text;
    };
    expect(await page()).toContain('Never used');
    for (let n = 0; n < 3; n++) expect((await get(token)).status).toBe(200);
    expect(await uses()).toBe(1);
    expect(await page()).toContain('Last used 20 Nov 2026');
    const before = now;
    now = '2026-11-21T09:00:00.000Z';
    expect((await get(token)).status).toBe(200);
    expect(await uses()).toBe(2);
    now = before;
  });
});

describe('the end of an API token', () => {
  it('comes with a lock of the account, and stays when the account is unlocked', async () => {
    const token = await make('second');
    const on = { id: PEOPLE.second.id, reason: 'Lost laptop' };
    await daybook.send(new LockPerson({ ...on, context: system() }));
    await daybook.settled();
    expect((await get(token)).status).toBe(401);
    await daybook.send(new UnlockPerson({ ...on, context: system() }));
    await daybook.settled();
    expect((await get(token)).status).toBe(401);
  });

  it('is possible for admins on the page of the person, and for nobody else', async () => {
    const token = await make('boss');
    const path = `/-/people/${PEOPLE.boss.id}/tokens/${idOf(token)}/revoke`;
    const byClerk = async (to: string) => (await daybook.as('clerk')).post(to).type('form').send({});
    expect((await byClerk(path)).status).toBe(403);
    await byClerk(`/-/account/tokens/${idOf(token)}/revoke`);
    expect((await get(token)).status).toBe(200);
    const admin = await daybook.as('admin');
    expect((await admin.get(`/-/people/${PEOPLE.boss.id}`)).text).toContain(path);
    await admin.post(path).type('form').send({}).expect(303);
    expect((await get(token)).status).toBe(401);
  });
});

describe('HTTP Basic', () => {
  it('is refused where it is switched off, with words that lead to a token, also for a wrong password', async () => {
    const strict = await startDaybook({ on: { basic: false } });
    try {
      const mia = { id: uuid(), name: 'Mia', signInName: 'mia', password: 'a sentence is fine' };
      const roles = [{ application: 'orders', role: 'clerk' }];
      await strict.send(new RegisterUser({ ...mia, roles, context: system() }));
      await strict.settled();
      for (const password of [mia.password, 'wrong']) {
        const { status, body } = await strict.browser().get(ORDERS).auth('mia', password);
        expect([status, body.code]).toEqual([401, 'PROGRAMS_NEED_TOKENS']);
        expect(body.detail).toContain('API token');
      }
      const { body } = await strict.browser().get(ORDERS);
      expect([body.code, body.detail]).toEqual([
        'NOT_SIGNED_IN',
        expect.stringMatching(/^Send an API token as “Authorization: Bearer …”\./),
      ]);
    } finally {
      await strict.close();
    }
  });
});

describe('an API token that another process made', () => {
  it('works here, and ends here when it is revoked there', async () => {
    const folder = newFolder();
    const one = await startDaybook({ folder });
    const other = await startDaybook({ folder, peopled: false });
    try {
      const clerk = await one.as('clerk');
      const form = { name: 'Robot', access: 'read', application: '', expires: '30' };
      const { text } = await clerk.post('/-/account/tokens').type('form').send(form);
      const token = TOKEN.exec(text)![0];
      const status = async () =>
        (await other.browser().get(ORDERS).set('Authorization', `Bearer ${token}`)).status;
      expect(await status()).toBe(200);
      await clerk
        .post(`/-/account/tokens/${idOf(token)}/revoke`)
        .type('form')
        .send({})
        .expect(303);
      expect(await status()).toBe(401);
    } finally {
      await other.close();
      await one.close();
      rmSync(folder, { recursive: true });
    }
  });
});
