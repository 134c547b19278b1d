// A route without a line here fails the test.
import type { NestExpressApplication } from '@nestjs/platform-express';

export interface Ask {
  readonly method: 'get' | 'post' | 'patch';
  readonly path: string;
  readonly body?: object;
  /** A form instead of JSON. */
  readonly form?: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Each line is requested about each of these. */
export interface About {
  readonly key: string;
  readonly id: string;
  readonly person: string;
  readonly positions: readonly number[];
}

type Line = (about: About) => readonly Ask[];

const OLD = { 'If-Match': '"1"' };
const NOW = { 'If-Match': '"2"' };
const get = (path: string, headers = {}): Ask => ({ method: 'get', path, headers });
const send = (method: 'post' | 'patch', path: string, body: object, headers = {}): Ask => ({
  method,
  path,
  body,
  headers,
});
const form = (path: string, body: object): Ask => ({ method: 'post', path, body, form: true });
const NOTHING: Line = () => [];

const FILTERS = [
  '',
  '?q=sec',
  '?q=item',
  '?sort=-secret',
  '?secret=sec',
  '?budget.from=1',
  '?sort=title',
  '?waits-for=me',
  '?columns=name,secret,budget,double,total&sum-of=budget',
  '?sum-of=amount',
  '?by-move=open>close>closed',
  '?by-move=%3E%3Eopen&sort=-secret',
  '?by-variant=0123456789abcdef',
];
const MOMENTS = ['2026-11-20', '2099-01-01', '2026-11-20T10:00', '1', '4', '999999999', 'sec'];
const TIMELINES = [
  '',
  '?q=sec',
  '?q=item',
  '?type=all',
  '?type=record.changed',
  '?type=calls&order=happened',
  '?field=vault.Box.secret',
  '?field=vault.Box.gone&value=gone',
  '?field=vault.Box.budget&value=918273001',
  '?value=sec',
  '?value=5000',
  '?activity=vault.Box.close',
  '?as=opener',
  '?within=60&type=decisions',
  '?time.from=00:00&time.until=23:59',
  '?position.from=1&position.until=30',
];
const WRONG = { name: '', amount: '5000', secret: 'guess', budget: 1, double: 2, lines: [], bank: 'x' };
const PASSWORD = 'kettle harbour ninety plum';
const ACTIONS = ['close', 'spend', 'agree', 'nothing'];

const REPORTS = ['budget', 'blind', 'day', 'opened', 'state'];

const pages: Line = ({ key, id }) => [
  ...FILTERS.flatMap((query) => [get(`/${key}/boxes${query}`), get(`/${key}/boxes.csv${query}`)]),
  ...FILTERS.map((query) => get(`/${key}/boxes/board${query}`)),
  ...['large', 'board', 'new', 'retention', id, `${id}/edit`, `${id}?history=x`, 'nonsense'].map((end) =>
    get(`/${key}/boxes/${end}`),
  ),
  ...['', `?by-record=${id}`, '?whole-map=moves+variants'].map((query) => get(`/${key}/boxes/map${query}`)),
  ...FILTERS.map((query) => get(`/${key}/boxes/map${query}`)),
  ...MOMENTS.map((moment) => get(`/${key}/boxes/${id}?at=${moment}`)),
  ...['secret', 'gone', 'name', 'nothing'].map((field) => get(`/${key}/boxes/${id}?of=${field}`)),
  get(`/${key}/boxes?by-record=${id}`),
  get(`/${key}/boxes/${id}/files/secret/${'a'.repeat(64)}`),
  ...[...ACTIONS.map((action) => `actions/${action}`), 'assign'].map((end) =>
    get(`/${key}/boxes/selection/${end}?by-record=${id}`),
  ),
  ...ACTIONS.flatMap((action) =>
    ['', '/refuse'].map((end) => get(`/${key}/boxes/${id}/actions/${action}${end}`)),
  ),
  ...['', '.csv', '/new'].map((end) => get(`/${key}/notes${end}`)),
  ...['', '?week=2026-11-20', '?month=2026-11', '?month=x'].map((query) =>
    get(`/${key}/calendars/opened${query}`),
  ),
  get(`/${key}/dashboards/all`),
  ...REPORTS.flatMap((name) =>
    ['', '.csv', '/records', '/records.csv'].flatMap((end) =>
      ['', '?q=sec', '?secret=sec', '?budget.from=1'].map((query) =>
        get(`/${key}/reports/${name}${end}${query}`),
      ),
    ),
  ),
];

const posts: Line = ({ key, id }) => {
  const steering = { _command: 'command-0001', _seen: '1' };
  const at = `/${key}/boxes/${id}`;
  return [
    form(`/${key}/boxes/new`, { ...steering, _id: id, name: 'x', amount: '5000' }),
    form(`${at}/edit`, { ...steering, name: 'theirs', amount: '5000' }),
    form(`${at}/edit`, { ...steering, name: 'theirs', secret: '' }),
    form(`${at}/edit`, { _command: 'command-0002', name: 'no version' }),
    ...ACTIONS.flatMap((action) => [
      form(`${at}/actions/${action}`, { ...steering, amount: '5000', blind: '' }),
      form(`${at}/actions/${action}`, { seen: '2', amount: '5000' }),
      form(`${at}/actions/${action}/refuse`, { ...steering, reason: 'too dear' }),
      form(`${at}/actions/${action}/take-back`, steering),
    ]),
    form(`${at}/comment`, { commandId: 'command-0003', text: '' }),
    ...ACTIONS.flatMap((action) => [
      form(`/${key}/boxes/selection/actions/${action}`, {
        ...steering,
        [`_record.${id}`]: '1',
        amount: '5000',
        blind: '',
      }),
      form(`/${key}/boxes/selection/actions/${action}`, { _command: 'command-0006', [`_record.${id}`]: '2' }),
    ]),
    form(`/${key}/boxes/selection/assign`, {
      _command: 'command-0007',
      [`_record.${id}`]: '1',
      to: 'nobody',
    }),
    form(`/${key}/boxes/retention`, { _command: 'command-0005', [`erase.${id}`]: `2 ${'0'.repeat(64)}` }),
    form(`${at}/assign`, { commandId: 'command-0004', seen: '1', to: 'nobody' }),
  ];
};

export const ROUTES: Readonly<Record<string, Line>> = {
  'GET /': () => [get('/')],
  'GET /:application': ({ key }) => [get(`/${key}`)],
  'GET /:application/*path': pages,
  'POST /:application/*path': posts,
  'GET /:application/specification': ({ key }) => [
    get(`/${key}/specification`),
    get(`/${key}/specification?version=1`),
  ],
  'GET /:application/specification/changes': ({ key }) => [get(`/${key}/specification/changes?from=1&to=1`)],
  'GET /:application/specification/constants': ({ key }) => [get(`/${key}/specification/constants`)],
  'POST /:application/specification/constants': ({ key }) => [
    form(`/${key}/specification/constants`, { commandId: 'command-0006', seen: '1-0', reason: 'x' }),
  ],
  'GET /api/:application/constants': ({ key }) => [get(`/api/${key}/constants`)],
  'POST /api/:application/constants': ({ key }) => [
    send('post', `/api/${key}/constants`, { values: [{ constant: 'x', value: '1' }], from: '2026-01-01' }),
    send('post', `/api/${key}/constants`, { values: [] }),
  ],
  'GET /:application/specification/source': ({ key }) => [get(`/${key}/specification/source?version=1`)],
  'GET /:application/-/waiting': ({ key }) => [get(`/${key}/-/waiting`)],
  'GET /:application/-/waiting/newest': ({ key }) => [get(`/${key}/-/waiting/newest`)],
  'GET /:application/-/scheduled': ({ key }) => [get(`/${key}/-/scheduled`)],
  'GET /api/:application/-/scheduled': ({ key }) => [get(`/api/${key}/-/scheduled`)],
  'GET /api/-/changes': () => [get('/api/-/changes')],
  'GET /api/-/scheduled': () => [get('/api/-/scheduled')],
  'GET /api/-/waiting': () => [get('/api/-/waiting')],
  'GET /api/:application/-/waiting': ({ key }) => [get(`/api/${key}/-/waiting`)],
  ...Object.fromEntries(
    ['/-/search', '/-/search/suggestions', '/api/-/search'].map((path): [string, Line] => [
      `GET ${path}`,
      () => ['', '?q=sec', '?q=item', '?q=5000', '?q=boxes'].map((query) => get(`${path}${query}`)),
    ]),
  ),
  'GET /-/notices': () => [get('/-/notices'), get('/-/notices?after=x')],
  'POST /-/account/preferences': () => [form('/-/account/preferences', { language: 'de' })],
  'POST /-/views': ({ key }) => [
    form('/-/views', { application: key, screen: '/boxes', name: 'Mine', query: 'budget.from=1&name=x' }),
    form('/-/views', { application: key, screen: '/nowhere', name: 'x', query: '' }),
  ],
  'POST /-/views/:id/delete': ({ id }) => [form(`/-/views/${id}/delete`, { back: '/' })],
  'GET /api/-/views': ({ key }) => [
    get(`/api/-/views?application=${key}&screen=/boxes`),
    get('/api/-/views?application=nowhere&screen=/boxes'),
  ],
  'POST /api/-/views': ({ key }) => [
    send('post', '/api/-/views', { application: key, screen: '/boxes', name: 'Mine', query: 'secret=x' }),
    send('post', '/api/-/views', { name: 7 }),
  ],
  'POST /api/-/views/:id/delete': ({ id }) => [send('post', `/api/-/views/${id}/delete`, {})],
  'POST /-/notices': () => [form('/-/notices', { 'way.nowhere.x': 'page' })],
  'POST /-/changes/read': () => [form('/-/changes/read', { upTo: '1', next: '/' })],
  'POST /api/-/changes/read': () => [
    send('post', '/api/-/changes/read', { upTo: 1 }),
    send('post', '/api/-/changes/read', { upTo: -1 }),
  ],
  'GET /api/-/notices': () => [get('/api/-/notices')],
  'POST /api/-/notices': () => [
    send('post', '/api/-/notices', { application: 'nowhere', call: 'x', way: 'page' }),
    send('post', '/api/-/notices', { way: 7 }),
  ],
  'GET /-/deputies': () => [get('/-/deputies')],
  'POST /-/deputies': ({ person }) => [
    form('/-/deputies', { deputy: person, scope: 'nowhere.boss', from: 'soon', until: '' }),
  ],
  'POST /-/deputies/:id/end': ({ id, person }) => [form(`/-/deputies/${id}/end`, { person })],
  'GET /api/-/deputies': () => [get('/api/-/deputies')],
  'POST /api/-/deputies': ({ person }) => [
    send('post', '/api/-/deputies', { deputy: person, from: 'soon', until: 'later' }),
    send('post', '/api/-/deputies', { deputy: 7 }),
  ],
  'POST /api/-/deputies/:id/end': ({ id, person }) => [
    send('post', `/api/-/deputies/${id}/end`, { for: person }),
  ],
  'GET /api/:application/openapi.json': ({ key }) => [get(`/api/${key}/openapi.json`)],
  'GET /api/:application/:entity': ({ key }) => FILTERS.map((query) => get(`/api/${key}/Box${query}`)),
  'GET /api/:application/:entity/map': ({ key, id }) =>
    [...FILTERS, `?by-record=${id}`].map((query) => get(`/api/${key}/Box/map${query}`)),
  'GET /api/:application/:entity/retention': ({ key }) => [
    get(`/api/${key}/Box/retention`),
    get(`/api/${key}/Note/retention`),
  ],
  'POST /api/:application/:entity/retention': ({ key, id }) => [
    send('post', `/api/${key}/Box/retention`, { records: [{ id, version: 2 }] }),
    send('post', `/api/${key}/Box/retention`, { records: [{ id, version: 1 }], nonsense: true }),
  ],
  'GET /api/:application/:entity/:id': ({ key, id }) => [
    get(`/api/${key}/Box/${id}`),
    get(`/api/${key}/Note/${id}`),
    ...MOMENTS.map((moment) => get(`/api/${key}/Box/${id}?at=${moment}`)),
  ],
  'POST /api/:application/:entity/files': ({ key }) =>
    ['secret', 'title', 'nothing'].map((field) =>
      send('post', `/api/${key}/Box/files?field=${field}&name=a.pdf`, { guess: true }),
    ),
  'GET /api/:application/:entity/:id/files/:field/:sha256': ({ key, id }) =>
    ['secret', 'title', 'nothing'].map((field) =>
      get(`/api/${key}/Box/${id}/files/${field}/${'a'.repeat(64)}`),
    ),
  'GET /api/:application/:entity/calendars/:calendar': ({ key }) =>
    ['day', 'due', 'guarded', 'opened'].map((name) => get(`/api/${key}/Box/calendars/calendars.${name}`)),
  'GET /api/:application/:entity/reports/:report': ({ key }) =>
    REPORTS.flatMap((name) =>
      ['', '?q=sec', '?secret=sec', '?budget.from=1'].map((query) =>
        get(`/api/${key}/Box/reports/reports.${name}${query}`),
      ),
    ),
  'POST /api/:application/:entity': ({ key, id }) => [
    send('post', `/api/${key}/Box`, { id, fields: { name: 'x', amount: 5000 } }),
    send('post', `/api/${key}/Box`, { fields: WRONG }),
  ],
  'PATCH /api/:application/:entity/:id': ({ key, id }) =>
    [OLD, NOW, {}].flatMap((headers) => [
      send('patch', `/api/${key}/Box/${id}`, { fields: { name: 'theirs', amount: 5000 } }, headers),
      send('patch', `/api/${key}/Box/${id}`, { fields: WRONG }, headers),
      send('patch', `/api/${key}/Box/${id}`, { nonsense: true }, headers),
    ]),
  'POST /api/:application/:entity/:id/actions/:action': ({ key, id, person }) =>
    [OLD, NOW, {}].flatMap((headers) =>
      ACTIONS.flatMap((action) => [
        send('post', `/api/${key}/Box/${id}/actions/${action}`, { fields: { amount: 5000 } }, headers),
        send('post', `/api/${key}/Box/${id}/actions/${action}`, { for: person }, headers),
      ]),
    ),
  'POST /api/:application/:entity/:id/actions/:action/refuse': ({ key, id }) =>
    [OLD, NOW, {}].flatMap((headers) =>
      ACTIONS.flatMap((action) => [
        send('post', `/api/${key}/Box/${id}/actions/${action}/refuse`, { reason: 'too dear' }, headers),
        send('post', `/api/${key}/Box/${id}/actions/${action}/refuse`, { fields: WRONG }, headers),
      ]),
    ),
  'POST /api/:application/:entity/:id/actions/:action/take-back': ({ key, id }) =>
    [OLD, NOW, {}].flatMap((headers) =>
      ACTIONS.map((action) => send('post', `/api/${key}/Box/${id}/actions/${action}/take-back`, {}, headers)),
    ),
  'POST /api/:application/:entity/:id/comments': ({ key, id }) => [
    send('post', `/api/${key}/Box/${id}/comments`, { text: '' }),
    send('post', `/api/${key}/Box/${id}/comments`, { text: 7 }),
  ],
  'POST /api/:application/:entity/:id/assignee': ({ key, id }) => [
    send('post', `/api/${key}/Box/${id}/assignee`, { to: 'nobody' }, OLD),
    send('post', `/api/${key}/Box/${id}/assignee`, {}),
  ],
  'GET /-/roles': () => ['', '?at=2026-03-01', '?at=nonsense'].map((query) => get(`/-/roles${query}`)),
  // Refused, so that no connection stays open.
  'GET /-/lists/live': ({ key }) => [get(`/-/lists/live?application=${key}&screen=/nowhere`)],
  'GET /-/timeline/live': () => [get('/-/timeline/live?position.from=x')],
  ...Object.fromEntries(
    [
      ...['', '.csv', '.jsonl', '/print'].map((end) => `/-/timeline${end}`),
      ...['', '.csv', '.jsonl'].map((end) => `/api/-/timeline${end}`),
    ].map((path): [string, Line] => [
      `GET ${path}`,
      ({ id }) => [...TIMELINES, `?record=${id}`].map((query) => get(`${path}${query}`)),
    ]),
  ),
  'GET /-/timeline/check': () => [get('/-/timeline/check')],
  'POST /-/timeline/check': () => [form('/-/timeline/check', {})],
  'POST /api/-/timeline/check': () => [send('post', '/api/-/timeline/check', {})],
  'GET /-/events/:position': ({ positions }) => positions.map((position) => get(`/-/events/${position}`)),
  'GET /-/status': () => [get('/-/status')],
  'GET /-/status/read-models': () => [get('/-/status/read-models')],
  'POST /-/status/read-models/:projection/retry': ({ id }) => [
    form('/-/status/read-models/records/retry', { document: id }),
  ],
  'POST /-/status/read-models/:projection/skip': ({ id }) => [
    form('/-/status/read-models/records/skip', { document: id, reason: 'x' }),
  ],
  // An unknown projection: pausing a real one would block the other requests.
  'POST /-/status/read-models/:projection/pause': () => [form('/-/status/read-models/nothing/pause', {})],
  'POST /-/status/read-models/:projection/resume': () => [form('/-/status/read-models/nothing/resume', {})],
  'GET /-/calls': () => ['', '?which=failed', '?which=waiting'].map((query) => get(`/-/calls${query}`)),
  'GET /-/mails': () => [get('/-/mails')],
  'POST /-/receive/:application/:name': ({ key }) => [
    send('post', `/-/receive/${key}/paid`, { reference: 'x' }, { 'webhook-id': 'x' }),
  ],
  'GET /-/applications/:application/export': ({ key }) => [get(`/-/applications/${key}/export`)],
  // Without a reason: an archive holds all values, as docs/archive.md says.
  'POST /-/applications/:application/export': ({ key }) => [
    form(`/-/applications/${key}/export`, { reason: '' }),
  ],
  'GET /-/application-imports': () => [get('/-/application-imports')],
  'POST /-/application-imports': () => [form('/-/application-imports', {})],
  'GET /-/application-imports/:id': ({ id }) => [get(`/-/application-imports/${id}`)],
  'POST /-/application-imports/:id/people': ({ id }) => [form(`/-/application-imports/${id}/people`, {})],
  'POST /-/application-imports/:id/start': ({ id }) => [form(`/-/application-imports/${id}/start`, {})],
  'POST /-/application-imports/:id/discard': ({ id }) => [form(`/-/application-imports/${id}/discard`, {})],
  'POST /-/calls/:id/retry': ({ id }) => [form(`/-/calls/${id}/retry`, {})],
  'POST /-/calls/:id/give-up': ({ id }) => [form(`/-/calls/${id}/give-up`, { reason: 'x' })],
  'GET /-/people': () => [get('/-/people')],
  'GET /-/people/:id': ({ person }) => [get(`/-/people/${person}`)],
  'GET /-/people/new': () => [get('/-/people/new')],
  'GET /-/publish': () => [get('/-/publish')],
  'GET /-/sign-in': () => [get('/-/sign-in')],
  'GET /-/sign-in/oidc/:provider': () => [get('/-/sign-in/oidc/nowhere')],
  'GET /-/sign-in/oidc/:provider/callback': () => [get('/-/sign-in/oidc/nowhere/callback?code=x&state=y')],
  'GET /-/signing': () => [get('/-/signing?for=00000000')],
  'GET /-/signing/confirmed': () => [get('/-/signing/confirmed')],
  'POST /-/sign-in/oidc/:provider/logout': () => [
    form('/-/sign-in/oidc/nowhere/logout', { logout_token: 'x' }),
  ],
  'GET /-/provider-roles': () => [get('/-/provider-roles')],
  'POST /-/provider-roles': () => [form('/-/provider-roles', { 'row.0.group': 'x' })],
  'POST /-/provider-roles/try': () => [form('/-/provider-roles/try', { 'row.0.group': 'x' })],
  'POST /-/account/identities': () => [form('/-/account/identities', { identity: 'x' })],
  'POST /-/account/identities/:provider/link': () => [form('/-/account/identities/nowhere/link', {})],
  'GET /-/welcome': () => [get('/-/welcome')],
  'GET /-/health': () => [get('/-/health')],
  'GET /-/live': () => [get('/-/live')],
  'GET /-/ready': () => [get('/-/ready')],
  'GET /-/account': () => [get('/-/account')],
  'GET /-/account/second-factor': () => [get('/-/account/second-factor')],
  'POST /-/account/second-factor': () => [
    form('/-/account/second-factor', { setUp: 'guessed', code: '123456', password: 'a guess of it' }),
  ],
  'POST /-/account/second-factor/off': () => [
    form('/-/account/second-factor/off', { code: '123456', password: 'a guess of it' }),
  ],
  'GET /-/sign-in/set-up': () => [get('/-/sign-in/set-up')],
  'POST /-/sign-in/set-up': () => [form('/-/sign-in/set-up', { setUp: 'guessed', code: '123456' })],
  'GET /-/sign-in-rules': () => [get('/-/sign-in-rules')],
  'POST /-/sign-in-rules': () => [
    form('/-/sign-in-rules', {
      secondFactor: 'nobody',
      rememberDays: '0',
      adminMinutes: '30',
      otherMinutes: '720',
    }),
  ],
  'POST /-/people/:id/second-factor': ({ person }) => [
    form(`/-/people/${person}/second-factor`, { reason: 'x' }),
  ],
  'GET /-/sign-in/code': () => [get('/-/sign-in/code')],
  'POST /-/sign-in/code': () => [form('/-/sign-in/code', { code: '123456' })],
  'POST /-/people/new': () => [
    form('/-/people/new', { name: 'Made', signInName: 'made.up', password: PASSWORD }),
  ],
  'POST /-/people/:id/roles': ({ person }) => [form(`/-/people/${person}/roles`, {})],
  'POST /-/people/:id/link': ({ person }) => [form(`/-/people/${person}/link`, {})],
  'POST /-/people/:id/lock': ({ person }) => [form(`/-/people/${person}/lock`, {})],
  'POST /-/people/:id/unlock': ({ person }) => [form(`/-/people/${person}/unlock`, {})],
  'POST /-/people/:id/sessions': ({ person }) => [
    form(`/-/people/${person}/sessions`, {}),
    form(`/-/people/${person}/sessions`, { session: '999' }),
  ],
  'POST /-/account/password': () => [
    form('/-/account/password', { oldPassword: 'a guess of it', password: PASSWORD }),
  ],
  'GET /-/account/tokens': () => [get('/-/account/tokens')],
  'POST /-/account/tokens': ({ key }) => [
    form('/-/account/tokens', { name: 'Guess', access: 'write', application: key, expires: '30' }),
    form('/-/account/tokens', { name: 'Guess', access: 'write', application: 'nowhere', expires: 'never' }),
  ],
  'GET /api/-/account/tokens': () => [get('/api/-/account/tokens')],
  'POST /api/-/account/tokens': ({ key }) => [
    send('post', '/api/-/account/tokens', {
      name: 'Guess',
      access: 'write',
      application: key,
      until: '2026-12-31T00:00:00Z',
    }),
    send('post', '/api/-/account/tokens', { name: 'Guess', until: 'never' }),
  ],
  'POST /api/-/account/tokens/:token/revoke': () => [
    send('post', '/api/-/account/tokens/0123456789abcdef/revoke', {}),
  ],
  'POST /-/account/tokens/:token/revoke': () => [form('/-/account/tokens/0123456789abcdef/revoke', {})],
  'POST /-/people/:id/tokens/:token/revoke': ({ person }) => [
    form(`/-/people/${person}/tokens/0123456789abcdef/revoke`, {}),
  ],
  'POST /-/people/:id/identities': ({ person }) => [
    form(`/-/people/${person}/identities`, { identity: 'a'.repeat(64) }),
  ],
  'GET /api/-/people': () => [get('/api/-/people'), get('/api/-/people?q=sec&page=2')],
  'GET /api/-/people/:id': ({ person }) => [get(`/api/-/people/${person}`)],
  'POST /api/-/people/:id/identities/:identity/unlink': ({ person }) => [
    send('post', `/api/-/people/${person}/identities/${'a'.repeat(64)}/unlink`, {}),
  ],
  'POST /api/-/people/:id/tokens/:token/revoke': ({ person }) => [
    send('post', `/api/-/people/${person}/tokens/0123456789abcdef/revoke`, {}),
  ],
  'POST /-/account/sessions': () => [form('/-/account/sessions', { session: '999' })],
  'POST /-/publish': () => [form('/-/publish', { text: '# Nothing' })],
  'POST /-/appearance': () => [form('/-/appearance', { appearance: 'dark', next: '/-/status' })],
  'POST /-/sign-in': () => [form('/-/sign-in', { name: 'keeper', password: 'a guess of it' })],
  'POST /-/welcome': () => [
    form('/-/welcome', { token: 'guessed', name: 'Made', signInName: 'made.up', password: PASSWORD }),
    form('/-/welcome', { token: 'p'.repeat(43), password: PASSWORD }),
  ],
  // They change sessions: see people.spec.ts.
  'POST /-/sign-in/demo': NOTHING,
  'POST /-/sign-out': NOTHING,
};

interface Layer {
  readonly route?: { readonly path: string; readonly methods: Readonly<Record<string, boolean>> };
}

/** From the routing table itself. */
export function routesOf(app: NestExpressApplication): readonly string[] {
  const { router } = app.getHttpAdapter().getInstance() as { router: { stack: readonly Layer[] } };
  const routes = router.stack.flatMap(({ route }) =>
    route ? Object.keys(route.methods).map((method) => `${method.toUpperCase()} ${route.path}`) : [],
  );
  return [...new Set(routes)];
}
