// A route that declares nothing requires a signed-in person.
import { Controller, Module, Put, RequestMethod } from '@nestjs/common';
import { ModulesContainer, NestFactory, Reflector } from '@nestjs/core';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { AppModule, ExamplesModule } from '#app.module.js';
import {
  AUTHORIZATION_RULE,
  ForAdmins,
  ForAuditors,
  Public,
  type AuthorizationRule,
} from '#web/authorization/authorization.decorators.js';
import { NO_EXAMPLE_DATA } from '#web/layout/example-data-state.js';
import { createHttpAdapter } from '#web/shell/http-adapter.js';
import { PEOPLE, startDaybook, type Daybook } from '../daybook.js';
import { ROUTES, routesOf, type Ask } from './routes.js';

type Audience = AuthorizationRule['for'] | 'signed-in person';

/** `/assets` is answered by middleware before any route. */
const DECLARED: Readonly<Record<Audience, readonly string[]>> = {
  everyone: [
    'GET /-/health',
    'GET /-/live',
    'GET /-/ready',
    'GET /-/sign-in',
    'GET /-/sign-in/code',
    'GET /-/sign-in/oidc/:provider',
    'GET /-/sign-in/oidc/:provider/callback',
    'GET /-/sign-in/set-up',
    'GET /-/welcome',
    'POST /-/appearance',
    'POST /-/receive/:application/:name',
    'POST /-/sign-in',
    'POST /-/sign-in/code',
    'POST /-/sign-in/demo',
    'POST /-/sign-in/oidc/:provider/logout',
    'POST /-/sign-in/set-up',
    'POST /-/sign-out',
    'POST /-/welcome',
  ],
  auditors: [
    'GET /-/events/:position',
    'GET /-/roles',
    'GET /-/timeline',
    'GET /-/timeline.csv',
    'GET /-/timeline.jsonl',
    'GET /-/timeline/check',
    'GET /-/timeline/live',
    'GET /-/timeline/print',
    'GET /api/-/timeline',
    'GET /api/-/timeline.csv',
    'GET /api/-/timeline.jsonl',
    'POST /-/timeline/check',
    'POST /api/-/timeline/check',
  ],
  admins: [
    'GET /-/application-imports',
    'GET /-/application-imports/:id',
    'GET /-/applications/:application/export',
    'GET /-/calls',
    'GET /-/mails',
    'GET /-/people',
    'GET /-/people/:id',
    'GET /-/people/new',
    'GET /-/provider-roles',
    'GET /-/publish',
    'GET /-/sign-in-rules',
    'GET /-/status',
    'GET /-/status/read-models',
    'GET /api/-/people',
    'GET /api/-/people/:id',
    'POST /-/application-imports',
    'POST /-/application-imports/:id/discard',
    'POST /-/application-imports/:id/people',
    'POST /-/application-imports/:id/start',
    'POST /-/applications/:application/export',
    'POST /-/calls/:id/give-up',
    'POST /-/calls/:id/retry',
    'POST /-/people/:id/identities',
    'POST /-/people/:id/link',
    'POST /-/people/:id/lock',
    'POST /-/people/:id/roles',
    'POST /-/people/:id/second-factor',
    'POST /-/people/:id/sessions',
    'POST /-/people/:id/tokens/:token/revoke',
    'POST /-/people/:id/unlock',
    'POST /-/people/new',
    'POST /-/provider-roles',
    'POST /-/provider-roles/try',
    'POST /-/publish',
    'POST /-/sign-in-rules',
    'POST /-/status/read-models/:projection/pause',
    'POST /-/status/read-models/:projection/resume',
    'POST /-/status/read-models/:projection/retry',
    'POST /-/status/read-models/:projection/skip',
    'POST /api/-/people/:id/identities/:identity/unlink',
    'POST /api/-/people/:id/tokens/:token/revoke',
  ],
  // Addresses that documents declare.
  'signed-in person': [
    'GET /',
    'GET /-/account',
    'GET /-/account/second-factor',
    'GET /-/account/tokens',
    'GET /-/deputies',
    'GET /-/lists/live',
    'GET /-/notices',
    'GET /-/search',
    'GET /-/search/suggestions',
    'GET /-/signing',
    'GET /-/signing/confirmed',
    'GET /:application',
    'GET /:application/*path',
    'GET /:application/-/scheduled',
    'GET /:application/-/waiting',
    'GET /:application/-/waiting/newest',
    'GET /:application/specification',
    'GET /:application/specification/changes',
    'GET /:application/specification/constants',
    'GET /:application/specification/source',
    'GET /api/-/account/tokens',
    'GET /api/-/changes',
    'GET /api/-/deputies',
    'GET /api/-/notices',
    'GET /api/-/scheduled',
    'GET /api/-/search',
    'GET /api/-/views',
    'GET /api/-/waiting',
    'GET /api/:application/-/scheduled',
    'GET /api/:application/-/waiting',
    'GET /api/:application/:entity',
    'GET /api/:application/:entity/:id',
    'GET /api/:application/:entity/:id/files/:field/:sha256',
    'GET /api/:application/:entity/calendars/:calendar',
    'GET /api/:application/:entity/map',
    'GET /api/:application/:entity/reports/:report',
    'GET /api/:application/:entity/retention',
    'GET /api/:application/constants',
    'GET /api/:application/openapi.json',
    'PATCH /api/:application/:entity/:id',
    'POST /-/account/identities',
    'POST /-/account/identities/:provider/link',
    'POST /-/account/password',
    'POST /-/account/preferences',
    'POST /-/account/second-factor',
    'POST /-/account/second-factor/off',
    'POST /-/account/sessions',
    'POST /-/account/tokens',
    'POST /-/account/tokens/:token/revoke',
    'POST /-/changes/read',
    'POST /-/deputies',
    'POST /-/deputies/:id/end',
    'POST /-/notices',
    'POST /-/views',
    'POST /-/views/:id/delete',
    'POST /:application/*path',
    'POST /:application/specification/constants',
    'POST /api/-/account/tokens',
    'POST /api/-/account/tokens/:token/revoke',
    'POST /api/-/changes/read',
    'POST /api/-/deputies',
    'POST /api/-/deputies/:id/end',
    'POST /api/-/notices',
    'POST /api/-/views',
    'POST /api/-/views/:id/delete',
    'POST /api/:application/:entity',
    'POST /api/:application/:entity/:id/actions/:action',
    'POST /api/:application/:entity/:id/actions/:action/refuse',
    'POST /api/:application/:entity/:id/actions/:action/take-back',
    'POST /api/:application/:entity/:id/assignee',
    'POST /api/:application/:entity/:id/comments',
    'POST /api/:application/:entity/files',
    'POST /api/:application/:entity/retention',
    'POST /api/:application/constants',
  ],
};

let daybook: Daybook;

beforeAll(async () => {
  daybook = await startDaybook();
});

afterAll(() => daybook.close());

type Handler = (...args: never) => unknown;

const joined = (...parts: readonly string[]): string =>
  `/${parts
    .flatMap((part) => part.split('/'))
    .filter(Boolean)
    .join('/')}`;

interface DeclaringController {
  readonly name: string;
  /** For all its handlers that declare nothing. */
  readonly ownRule: AuthorizationRule | undefined;
  /** By `METHOD pattern`. */
  readonly audiences: ReadonlyMap<string, Audience>;
}

function listControllers(app: NestExpressApplication): readonly DeclaringController[] {
  const reflector = new Reflector();
  const types = [...app.get(ModulesContainer).values()].flatMap(({ controllers }) =>
    [...controllers.values()].map(
      ({ metatype }) => metatype as unknown as { name: string; prototype: object },
    ),
  );
  return types.map((type) => {
    const audiences = new Map<string, Audience>();
    for (const name of Object.getOwnPropertyNames(type.prototype)) {
      if (name === 'constructor') continue;
      const handler = Object.getOwnPropertyDescriptor(type.prototype, name)?.value as Handler | undefined;
      const path = handler && (Reflect.getMetadata('path', handler) as string | string[] | undefined);
      if (!handler || path === undefined) continue;
      const method = RequestMethod[Reflect.getMetadata('method', handler) as RequestMethod];
      const targets = [handler, type as never];
      const rule = reflector.getAllAndOverride<AuthorizationRule | undefined>(AUTHORIZATION_RULE, targets);
      const below = Reflect.getMetadata('path', type) as string;
      for (const each of [path].flat())
        audiences.set(`${method} ${joined(below, each)}`, rule?.for ?? 'signed-in person');
    }
    const ownRule = Reflect.getMetadata(AUTHORIZATION_RULE, type) as AuthorizationRule | undefined;
    return { name: type.name, ownRule, audiences };
  });
}

/** By `METHOD pattern`. */
const audiencesOf = (app: NestExpressApplication): ReadonlyMap<string, Audience> =>
  new Map(listControllers(app).flatMap(({ audiences }) => [...audiences]));

const about = { key: 'orders', id: PEOPLE.boss.id, person: PEOPLE.clerk.id, positions: [1] };

/** undefined: begins or ends a session. */
const requestTo = (route: string): Ask | undefined => ROUTES[route]!(about)[0];

function send(browser: ReturnType<Daybook['browser']>, { method, path, body, form, headers = {} }: Ask) {
  const sent = browser[method](path).set(headers);
  return form ? sent.type('form').send(body) : body ? sent.send(body) : sent;
}

describe('the routes of the application', () => {
  it('declare whom they answer, and nothing is answered by another one', () => {
    const found = audiencesOf(daybook.app);
    const of = (audience: Audience) =>
      [...found].flatMap(([route, each]) => (each === audience ? route : []));
    const declared = Object.keys(DECLARED).map((audience) => [audience, of(audience as Audience).toSorted()]);
    expect(Object.fromEntries(declared)).toEqual(DECLARED);
    expect([...found.keys()].toSorted()).toEqual(routesOf(daybook.app).toSorted());
  });

  it('are public one by one, since a public controller would open what is added to it', () => {
    const open = listControllers(daybook.app).filter(({ ownRule }) => ownRule?.for === 'everyone');
    expect(open.map(({ name }) => name)).toEqual([]);
  });

  it('are for admins or auditors by their controller where all of its routes are', () => {
    const isReserved = (audience: Audience) => audience === 'admins' || audience === 'auditors';
    const reserved = listControllers(daybook.app).filter(({ audiences }) =>
      [...audiences.values()].every(isReserved),
    );
    expect(reserved.filter(({ ownRule }) => !ownRule).map(({ name }) => name)).toEqual([]);
    expect(reserved.length).toBeGreaterThan(5);
  });

  it.each([...DECLARED['signed-in person'], ...DECLARED.admins, ...DECLARED.auditors])(
    'answer a request without a session by asking for one (%s)',
    async (route) => {
      const ask = requestTo(route)!;
      const { status, headers } = await send(daybook.browser(), ask);
      const isPage = ask.method === 'get' && !ask.path.startsWith('/api/');
      const asksForSession = isPage
        ? { status: 303, location: `/-/sign-in?next=${encodeURIComponent(ask.path)}` }
        : { status: 401, challenge: expect.stringContaining('Cookie realm="Daybook"') };
      const { location, 'www-authenticate': challenge } = headers as Record<string, string>;
      expect({ status, location, challenge }).toMatchObject(asksForSession);
    },
  );

  it('answer 403 where they are for admins or auditors and the person is neither', async () => {
    const guest = await daybook.as('guest');
    for (const route of [...DECLARED.admins, ...DECLARED.auditors])
      expect([route, (await send(guest, requestTo(route)!)).status]).toEqual([route, 403]);
  });

  it('answer 404 where the address of a person holds no id, whoever is signed in', async () => {
    for (const who of ['guest', 'admin'] as const)
      expect((await (await daybook.as(who)).get('/-/people/no-id')).status).toBe(404);
  });
});

@Controller('guarded')
class UndeclaredController {
  @Put('undeclared')
  undeclared(): string {
    return 'answered';
  }

  @Put('public')
  @Public()
  open(): string {
    return 'answered';
  }

  @Put('admins')
  @ForAdmins('to.see-status')
  admins(): string {
    return 'answered';
  }

  @Put('auditors')
  @ForAuditors('to.read-timeline')
  auditors(): string {
    return 'answered';
  }
}

@Module({})
class LargerModule {}

describe('a route of another module', () => {
  let app: NestExpressApplication;

  beforeAll(async () => {
    const { installation } = daybook;
    const imports = [
      AppModule.register(installation, [ExamplesModule.forRoot(async () => true, NO_EXAMPLE_DATA)]),
    ];
    const module = { module: LargerModule, imports, controllers: [UndeclaredController] };
    app = await NestFactory.create<NestExpressApplication>(
      module,
      createHttpAdapter(installation.configuration),
      {
        bodyParser: false,
        logger: false,
        abortOnError: false,
      },
    );
    await app.listen(0, '127.0.0.1');
  });

  afterAll(() => app.close());

  it.each([
    ['undeclared', { nobody: 401, guest: 200, admin: 200 }],
    ['public', { nobody: 200, guest: 200, admin: 200 }],
    ['admins', { nobody: 401, guest: 403, admin: 200 }],
    ['auditors', { nobody: 401, guest: 403, admin: 200 }],
  ] as const)('is refused unless what it declares permits the person (%s)', async (path, expected) => {
    const browser = request.agent(app.getHttpServer());
    const statusOf = async () => (await browser.put(`/guarded/${path}`)).status;
    const statuses: Record<string, number> = { nobody: await statusOf() };
    for (const who of ['guest', 'admin'] as const) {
      await browser.post('/-/sign-in/demo').type('form').send({ person: PEOPLE[who].id }).expect(303);
      statuses[who] = await statusOf();
    }
    expect(statuses).toEqual(expected);
  });
});
