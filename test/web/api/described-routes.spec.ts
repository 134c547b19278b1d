// In both directions, with the bodies and answers of calls that concern no single record.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { z } from 'zod';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { GrantRole, RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '../../specification/documents.js';
import { routesOf } from '../authorisation/routes.js';
import { startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Every route\nkey: every',
  2: `screens:
  /things: { list: Thing }
  /count: { report: Thing, measure: count, by: kind }
  /days: { calendar: Thing, from: due }`,
  3: `entities:
  Thing:
    title: Thing
    fields:
      title: { type: text, required: true }
      kind: { type: choice, of: [Old, New] }
      due: date
      paper: file`,
  4: `lifecycles:
  Thing:
    states: { open: Open, done: { title: Done, final: true } }
    actions: { close: { from: open, to: done, by: [boss], approvals: 2 } }`,
  6: `roles: { boss: Boss }
permissions:
  Thing: { open: [boss], read: [boss], edit: [boss], comment: [boss], assign: [boss], erase: [boss] }
constants: { most: boss }`,
  7: 'calls:\n  tell: { on: Thing.close, mail: { to: record.openedBy.email, subject: Closed, text: It is. } }',
  9: 'constants: { most: { value: 5 } }\nlimits: { retention: { Thing: { in: [done], keep: P1Y } } }',
});

const PASSWORD = 'a sentence is fine';
const boss = { id: uuid(), name: 'Bea Boss', signInName: 'bea@boss.example' };
const other = { id: uuid(), name: 'Ben Boss', signInName: 'ben@boss.example' };

interface Operation {
  readonly operationId: string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: object }>> };
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema?: object }>> }>
  >;
}

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

describe('the description of the API', () => {
  let daybook: Daybook;
  let description: Description;

  const call = (method: 'get' | 'post' | 'patch', path: string): ReturnType<Browser['get']> =>
    daybook.browser()[method](path).auth(boss.signInName, PASSWORD);

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    for (const person of [boss, other]) {
      await daybook.send(new RegisterUser({ ...person, password: PASSWORD, context: system() }));
      const { id } = person;
      await daybook.send(new GrantRole({ id, application: 'every', role: 'boss', context: system() }));
    }
    for (const role of ['auditor', 'admin'])
      await daybook.send(new GrantRole({ id: boss.id, application: '-', role, context: system() }));
    await daybook.settled();
    const answer = await call('get', '/api/every/openapi.json');
    expect(answer.status).toBe(200);
    description = answer.body as Description;
  });
  afterAll(() => daybook.close());

  /** `GET /api/every/Thing/{id}`, as in the description. */
  const served = () =>
    routesOf(daybook.app)
      .filter((route) => / \/api\//.test(route))
      .map((route) =>
        route
          .replace('/:application', '/every')
          .replace('/:entity', '/Thing')
          .replace(':report', 'count')
          .replace(':calendar', 'days')
          .replace('actions/:action', 'actions/close')
          .replace(/:(\w+)/g, '{$1}'),
      );
  const described = () =>
    Object.entries(description.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );

  it('has every route that the server has, and no other', () => {
    expect([...described()].sort()).toEqual([...new Set(served())].sort());
  });

  it('has the timeline for auditors alone, and people for admins', async () => {
    const { body } = await daybook.browser().get('/api/every/openapi.json').auth(other.signInName, PASSWORD);
    const paths = Object.keys((body as Description).paths);
    expect(paths).toContain('/api/-/search');
    expect(paths.filter((path) => /timeline|people/.test(path))).toEqual([]);
  });

  it('says of each what is sent, what comes back, and what a refusal looks like', () => {
    for (const methods of Object.values(description.paths))
      for (const [method, { operationId, requestBody, responses }] of Object.entries(methods)) {
        const statuses = Object.keys(responses).filter((status) => !['default', '207'].includes(status));
        expect([operationId, statuses]).toEqual([operationId, [expect.stringMatching(/^20[01]$/)]]);
        expect(responses['default']!.content).toHaveProperty(['application/problem+json']);
        expect(Object.keys(responses[statuses[0]!]!.content!)).toHaveLength(1);
        if (method !== 'get') expect([operationId, requestBody]).toEqual([operationId, expect.any(Object)]);
      }
  });

  const head = () => daybook.installation.store.head();
  const operation = (method: 'get' | 'post', path: string) => description.paths[path]![method]!;
  const schemaOf = (schema: object | undefined) => z.fromJSONSchema(schema as never);

  async function mustFit(
    method: 'get' | 'post',
    path: string,
    { at = path, body }: { readonly at?: string; readonly body?: object } = {},
  ) {
    const { requestBody, responses } = operation(method, path);
    if (body) schemaOf(requestBody!.content['application/json']!.schema).parse(body);
    const answer = await (body ? call(method, at).send(body) : call(method, at));
    const [status] = Object.keys(responses).filter((each) => each !== 'default');
    expect([path, answer.status, answer.body]).toEqual([path, Number(status), expect.any(Object)]);
    schemaOf(responses[status!]!.content!['application/json']!.schema).parse(answer.body);
    await daybook.settled();
    return answer.body as { readonly id: string };
  }

  it('is true of constants, what waits, notices, deputies and views: they take and answer what it says', async () => {
    await call('post', '/api/every/Thing').send({ fields: { title: 'One' } });
    await daybook.settled();
    await mustFit('get', '/api/every/constants');
    const change = { values: [{ constant: 'most', value: '6' }], from: '2999-01-01', reason: 'More.' };
    await mustFit('post', '/api/every/constants', { body: change });
    await mustFit('get', '/api/every/constants');
    await mustFit('get', '/api/every/-/waiting');
    await mustFit('get', '/api/-/search', { at: '/api/-/search?q=One' });
    await mustFit('get', '/api/-/timeline');
    await mustFit('get', '/api/-/timeline', { at: '/api/-/timeline?limit=1&type=changes' });
    await mustFit('get', '/api/-/waiting');
    await mustFit('get', '/api/every/-/scheduled');
    await mustFit('get', '/api/-/scheduled');
    await mustFit('get', '/api/-/changes');
    await mustFit('post', '/api/-/changes/read', { body: { upTo: 1 } });
    await mustFit('get', '/api/-/notices');
    await mustFit('post', '/api/-/notices', { body: { application: 'every', call: 'tell', way: 'page' } });
    const days = { from: '2999-01-01', until: '2999-01-02' };
    const named = await mustFit('post', '/api/-/deputies', { body: { deputy: other.id, ...days } });
    await mustFit('get', '/api/-/deputies');
    await mustFit('post', '/api/-/deputies/{id}/end', { at: `/api/-/deputies/${named.id}/end`, body: {} });
    const list = { application: 'every', screen: '/things' };
    const saved = await mustFit('post', '/api/-/views', { body: { ...list, name: 'All', query: '' } });
    await mustFit('get', '/api/-/views', { at: '/api/-/views?application=every&screen=/things' });
    await mustFit('post', '/api/-/views/{id}/delete', { at: `/api/-/views/${saved.id}/delete`, body: {} });
  });

  it('is true of API tokens and people', async () => {
    const token = { name: 'ERP import', until: new Date(Date.now() + 86_400_000).toISOString() };
    const [first, second] = [
      await mustFit('post', '/api/-/account/tokens', { body: token }),
      await mustFit('post', '/api/-/account/tokens', { body: token }),
    ];
    await mustFit('get', '/api/-/account/tokens');
    const revoke = (path: string) => ({ at: path, body: {} });
    await mustFit(
      'post',
      '/api/-/account/tokens/{token}/revoke',
      revoke(`/api/-/account/tokens/${first.id}/revoke`),
    );
    await mustFit('get', '/api/-/people', { at: '/api/-/people?q=Bea' });
    await mustFit('get', '/api/-/people/{id}', { at: `/api/-/people/${boss.id}` });
    await mustFit(
      'post',
      '/api/-/people/{id}/tokens/{token}/revoke',
      revoke(`/api/-/people/${boss.id}/tokens/${second.id}/revoke`),
    );
  });

  describe('where a call that writes is refused', () => {
    /** By the description's path, so that a new call without a line fails here. */
    const refusals = (
      id: string,
    ): Readonly<Record<string, { readonly at?: string; readonly body: object }>> => {
      const thing = `/api/every/Thing/${id}`;
      const [unknown, deputy] = [uuid(), { deputy: boss.id, from: '2999-01-01', until: '2999-01-02' }];
      return {
        'POST /api/every/Thing': { body: { fields: {} } },
        'POST /api/every/Thing/retention': { body: { records: [{ id, version: 1 }] } },
        'POST /api/every/Thing/files': { at: '/api/every/Thing/files?field=title&name=a.txt', body: {} },
        'PATCH /api/every/Thing/{id}': { at: thing, body: { fields: { kind: 'Neither' } } },
        'POST /api/every/Thing/{id}/actions/close': {
          at: `/api/every/Thing/${unknown}/actions/close`,
          body: {},
        },
        'POST /api/every/Thing/{id}/actions/close/refuse': {
          at: `${thing}/actions/close/refuse`,
          body: { reason: ' ' },
        },
        'POST /api/every/Thing/{id}/actions/close/take-back': {
          at: `${thing}/actions/close/take-back`,
          body: {},
        },
        'POST /api/every/Thing/{id}/comments': { at: `${thing}/comments`, body: { text: ' ' } },
        'POST /api/every/Thing/{id}/assignee': { at: `${thing}/assignee`, body: { to: unknown } },
        'POST /api/every/constants': {
          body: { values: [{ constant: 'most', value: 'many' }], from: '2999-01-01', reason: 'More.' },
        },
        'POST /api/-/changes/read': { body: { upTo: -1 } },
        'POST /api/-/notices': { body: { application: 'every', call: 'nothing', way: 'page' } },
        'POST /api/-/views': { body: { application: 'every', screen: '/nothing', name: 'x', query: '' } },
        'POST /api/-/views/{id}/delete': { at: `/api/-/views/${unknown}/delete`, body: {} },
        'POST /api/-/account/tokens': { body: { name: 'x', until: '1999-01-01T00:00:00Z' } },
        'POST /api/-/account/tokens/{token}/revoke': {
          at: '/api/-/account/tokens/0123456789abcdef/revoke',
          body: {},
        },
        'POST /api/-/people/{id}/identities/{identity}/unlink': {
          at: `/api/-/people/${boss.id}/identities/unknown/unlink`,
          body: {},
        },
        'POST /api/-/people/{id}/tokens/{token}/revoke': {
          at: `/api/-/people/${boss.id}/tokens/0123456789abcdef/revoke`,
          body: {},
        },
        'POST /api/-/timeline/check': { body: {} },
        'POST /api/-/deputies': { body: deputy },
        'POST /api/-/deputies/{id}/end': { at: `/api/-/deputies/${unknown}/end`, body: {} },
      };
    };

    it('no call answers 2xx, and nothing is written', async () => {
      const { body } = await call('post', '/api/every/Thing').send({ fields: { title: 'Refused' } });
      const asked = refusals((body as { readonly id: string }).id);
      expect(Object.keys(asked).sort()).toEqual(
        described()
          .filter((each) => !each.startsWith('GET '))
          .sort(),
      );
      for (const [operation, { at, body: sent }] of Object.entries(asked)) {
        const [method, path] = operation.split(' ') as [string, string];
        const before = await head();
        const answer = await call(method === 'POST' ? 'post' : 'patch', at ?? path)
          .set('If-Match', '"1"')
          .send(sent);
        expect([operation, String(answer.status), answer.type]).toEqual([
          operation,
          expect.stringMatching(/^4/),
          'application/problem+json',
        ]);
        expect([operation, await head()]).toEqual([operation, before]);
      }
    });
  });

  it('is true of uploads', async () => {
    const { responses } = operation('post', '/api/every/Thing/files');
    const answer = await call('post', '/api/every/Thing/files?field=paper&name=a.txt')
      .set('Content-Type', 'application/octet-stream')
      .send(Buffer.from('Some text.'));
    expect(answer.status).toBe(201);
    schemaOf(responses['201']!.content!['application/json']!.schema).parse(answer.body);
  });

  it('is true of the check of an exported file', async () => {
    const path = '/api/-/timeline/check';
    const { requestBody, responses } = operation('post', path);
    expect(Object.keys(requestBody!.content)).toEqual(['application/octet-stream']);
    const { text } = await call('get', '/api/-/timeline.jsonl').buffer(true);
    await daybook.settled();
    for (const [file, result] of [
      [text, 'unchanged'],
      ['Some text.', 'no-export'],
    ]) {
      const answer = await call('post', path).set('Content-Type', 'application/octet-stream').send(file);
      expect([answer.status, answer.body.result]).toEqual([200, result]);
      schemaOf(responses['200']!.content!['application/json']!.schema).parse(answer.body);
    }
  });
});
