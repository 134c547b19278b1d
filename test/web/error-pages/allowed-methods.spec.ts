import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import type { RouteKind } from '#web/addresses/match-route.js';
import { methodsOf } from '#web/records/route-table.js';
import { newFolder, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const ID = uuid();
const PAGES: Readonly<Partial<Record<RouteKind, string>>> = {
  list: '/orders/orders',
  board: '/orders/orders/board',
  form: '/orders/orders/new',
  record: `/orders/orders/${ID}`,
  live: `/orders/orders/${ID}/live`,
  edit: `/orders/orders/${ID}/edit`,
  action: `/orders/orders/${ID}/actions/place`,
  comment: `/orders/orders/${ID}/comment`,
  assign: `/orders/orders/${ID}/assign`,
};

interface Route {
  readonly path: string;
  readonly methods: Readonly<Record<string, boolean>>;
}

describe('methods', () => {
  let daybook: Daybook;
  let admin: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    admin = await daybook.as('admin');
  });

  afterAll(async () => daybook.close());

  const listTypesAfter = async (position: number): Promise<readonly string[]> => {
    const { store } = daybook.installation;
    const head = await store.head();
    const types: string[] = [];
    if (head === position) return types;
    for await (const batch of store.all(position)) {
      types.push(...batch.map(({ type }) => type));
      if (batch.at(-1)!.position >= head) break;
    }
    return types;
  };

  const routes = (): ReadonlyMap<string, ReadonlySet<string>> => {
    const instance = daybook.app.getHttpAdapter().getInstance() as {
      router: { stack: readonly { route?: Route }[] };
    };
    const all = new Map<string, Set<string>>();
    for (const { route } of instance.router.stack)
      if (route && !route.path.includes('*'))
        all.set(
          route.path,
          new Set([
            ...(all.get(route.path) ?? []),
            ...Object.keys(route.methods).map((m) => m.toUpperCase()),
          ]),
        );
    return all;
  };

  it('of every declared address are said where another one is used', async () => {
    const declared = routes();
    expect(declared.size).toBeGreaterThan(15);
    for (const [pattern, methods] of declared) {
      // An id keeps `/-/people/:id` from matching `/-/people/new`.
      const path = pattern.replaceAll(/:\w+/g, ID);
      for (const method of ['put', 'delete', 'patch', 'post', 'get'] as const) {
        if (methods.has(method.toUpperCase())) continue;
        const answer = await admin[method](path);
        const told = new Set((answer.headers['allow'] ?? '').split(', '));
        expect([pattern, method, answer.status]).toEqual([pattern, method, 405]);
        for (const known of methods) expect([pattern, told.has(known)]).toEqual([pattern, true]);
        expect(told.has(method.toUpperCase())).toBe(false);
      }
    }
  });

  it.each(Object.entries(PAGES) as [RouteKind, string][])(
    'of a page of kind %s are its own',
    async (kind, path) => {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE'] as const) {
        const answer = await admin[method.toLowerCase() as 'get'](path);
        const known = methodsOf(kind).some((each) => each === method);
        expect([kind, method, answer.status === 405]).toEqual([kind, method, !known]);
        if (!known) for (const each of methodsOf(kind)) expect(answer.headers['allow']).toContain(each);
      }
    },
  );

  it('change nothing where they only read but what tells of exports, however often a proxy repeats them', async () => {
    const record = { application: 'orders', entity: 'Order', id: uuid() };
    await daybook.send(new OpenRecord({ ...record, input: { title: 'Paper' }, context: system() }));
    await daybook.settled();
    const before = await daybook.installation.store.head();
    const declared = [...routes()].filter(([, methods]) => methods.has('GET')).map(([pattern]) => pattern);
    const pages = Object.entries(PAGES).flatMap(([kind, path]) =>
      kind !== 'live' && methodsOf(kind as RouteKind).includes('GET') ? [path.replace(ID, record.id)] : [],
    );
    const isHeldOpen = (path: string) => path.endsWith('/live');
    for (const pattern of [...declared, ...pages].filter((path) => !isHeldOpen(path))) {
      const path = pattern.replaceAll(/:\w+/g, record.id);
      const answers = [await admin.get(path), await admin.get(path)];
      for (const { status } of answers) expect([path, status < 500]).toEqual([path, true]);
    }
    // That somebody took an export is recorded: decision 0089.
    expect(new Set(await listTypesAfter(before))).toEqual(new Set(['timeline.exported']));
  });

  it('of what is not there are none', async () => {
    for (const path of ['/orders/nothing', '/nothing/at-all', '/-/nothing'])
      expect((await admin.put(path)).status).toBe(404);
    expect((await admin.post('/orders/nothing')).status).toBe(404);
  });

  it('are told to who asks for them', async () => {
    const answer = await admin.options('/orders/orders');
    expect([answer.status, answer.headers['allow']]).toEqual([204, 'GET, HEAD, OPTIONS']);
  });

  it('tell nobody who is not signed in which pages there are', async () => {
    const nobody = daybook.browser();
    const answers = await Promise.all(
      ['/orders/orders', '/orders/nothing', '/nothing/at-all'].map(async (path) => nobody.put(path)),
    );
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
  });

  it('go with how to sign in where nobody is signed in, in no scheme a browser has a window for', async () => {
    const nobody = daybook.browser();
    const answers = [
      await nobody.get('/api/orders/Order'),
      await nobody.get('/api/orders/Order').auth('nobody', 'a wrong password'),
      await nobody.post('/orders/orders/new').type('form').send({}),
      await nobody.post('/-/sign-in').type('form').send({ name: 'nobody', password: 'a wrong password' }),
    ];
    for (const { status, headers } of answers) {
      expect(status).toBe(401);
      expect(headers['www-authenticate']).toMatch(/^Cookie realm="Daybook", form-action="\/-\/sign-in"/);
    }
  });
});

describe('people of the demo', () => {
  it('are nobody once the demo is off, whatever cookie they kept', async () => {
    const folder = newFolder();
    const before = await startDaybook({ folder });
    const clerk = await before.as('clerk');
    const list = await clerk.get('/orders/orders');
    expect(list.status).toBe(200);
    const cookies = clerk.jar.getCookies({ domain: '127.0.0.1', path: '/', secure: false, script: false });
    const cookie = cookies.map((each) => each.toValueString()).join('; ');
    expect(cookie).toContain('daybook-session=');
    await before.close();
    const after = await startDaybook({ folder, demo: false, peopled: false });
    try {
      const get = async (path: string) => after.browser().get(path).set('Cookie', cookie);
      expect((await get('/orders/orders')).status).toBe(303);
      expect((await get('/api/orders/Order')).status).toBe(401);
      expect((await get(`/orders/orders/${ID}/live`)).headers['location']).toMatch(/^\/-\/sign-in/);
      expect((await get('/-/sign-in')).text).not.toContain('Clara Clerk');
    } finally {
      await after.close();
    }
  }, 30_000);
});
