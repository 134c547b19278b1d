// Published over HTTP, with records and people of earlier versions.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { checkCommand } from '#cli/check-command.js';
import { listWaitingCalls } from '#cli/calls-command.js';
import { SpecificationUpgrades } from '#command-handling/specifications/specification-upgrades.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { GrantRole, RevokeRole } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { PEOPLE, decoded, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

interface Parts {
  readonly fields: string;
  readonly lifecycle?: string;
  readonly roles?: string;
  readonly screens?: string;
  readonly entity?: string;
}

const LIFECYCLE = `states: { fresh: Fresh, working: Working, waiting: Waiting for customer, done: { title: Done, final: true } }
actions:
  start: { from: fresh, to: working }
  wait: { from: working, to: waiting }
  resume: { from: waiting, to: working }
  finish: { from: '*', to: done }`;

const indented = (text: string, by: number) => text.replace(/^/gm, ' '.repeat(by));

const document = ({ fields, lifecycle = LIFECYCLE, roles, screens, entity = '' }: Parts) =>
  documentOf({
    1: 'name: Cases\nkey: cases\ncurrency: EUR',
    ...(screens !== undefined && { 2: screens }),
    3: `entities:\n  Case:\n${entity === '' ? '' : `    ${entity}\n`}    fields:\n${indented(fields, 6)}`,
    4: `lifecycles:\n  Case:\n${indented(lifecycle, 4)}`,
    ...(roles !== undefined && { 6: roles }),
  });

const BODY = document({ fields: 'what: { type: text, required: true }\nbody: text' });

describe('a new version of an application', () => {
  let daybook: Daybook;
  let admin: Browser;

  beforeEach(async () => {
    daybook = await startDaybook();
    admin = await daybook.as('admin');
  });
  afterEach(async () => daybook.close());

  const publish = async (text: string) =>
    admin.post('/-/publish').type('form').send({ commandId: crypto.randomUUID(), text });
  const published = async (text: string) => {
    const answer = await publish(text);
    if (answer.status !== 303) throw new Error(decoded(answer.text.replace(/<[^>]+>/g, ' ')));
  };
  const open = async (fields: object): Promise<string> => {
    const { body, status } = await admin.post('/api/cases/Case').send({ fields });
    if (status !== 201) throw new Error(JSON.stringify(body));
    return `/api/cases/Case/${body.id as string}`;
  };
  const take = async (path: string, action: string, sent: object = {}) => {
    const { body } = await admin.get(path);
    return admin
      .post(`${path}/actions/${action}`)
      .set('If-Match', `"${body.version as number}"`)
      .send(sent);
  };
  const eventsOf = async (path: string) =>
    (await daybook.installation.store.read(`cases.Case-${path.split('/').at(-1)}`)).events;

  it('refuses, with counts, what has no place in it, on the page as anywhere', async () => {
    await published(BODY);
    const path = await open({ what: 'one', body: 'hello' });
    await open({ what: 'two' });
    await take(path, 'start');
    await take(path, 'wait');
    const answer = await publish(
      document({
        fields: 'what: { type: text, required: true }',
        lifecycle: `states: { fresh: Fresh, working: Working, done: { title: Done, final: true } }
actions: { start: { from: fresh, to: working }, finish: { from: '*', to: done } }`,
      }),
    );
    expect(answer.status).toBe(422);
    const told = decoded(answer.text.replace(/<[^>]+>/g, ''));
    expect(told).toContain('1 record has a value in body of Case, which this version does not have');
    expect(told).toContain('1 record of Case is in waiting, which this version does not have');
    expect((await admin.get(path)).body).toMatchObject({ state: 'waiting', fields: { body: 'hello' } });
  });

  it('keeps the values of a field that is called otherwise, everywhere, over several versions', async () => {
    await published(BODY);
    const path = await open({ what: 'one', body: 'hello' });
    await published(
      document({ fields: 'what: { type: text, required: true }\ndetails: { type: text, was: body }' }),
    );
    expect((await admin.get(path)).body.fields).toEqual({ what: 'one', details: 'hello' });
    await published(
      document({
        fields:
          'what: { type: text, required: true }\ncontents: { type: text, was: details }\nbody: { type: integer }',
      }),
    );
    expect((await admin.get(path)).body.fields).toEqual({ what: 'one', contents: 'hello' });
    const page = await admin.get(path.replace('/api/cases/Case', '/cases/cases'));
    expect(page.text).toContain('hello');
    expect((await admin.get('/cases/cases?q=hello')).text).toContain('one');
    expect((await admin.get('/cases/cases.csv')).text).toContain('hello');
    const changed = await admin
      .patch(path)
      .set('If-Match', `"${(await admin.get(path)).body.version as number}"`)
      .send({ fields: { contents: 'bye', body: 5 } });
    expect(changed.status).toBe(200);
    expect((await admin.get(path)).body.fields).toEqual({ what: 'one', contents: 'bye', body: 5 });
  });

  it('exchanges two names', async () => {
    await published(document({ fields: 'what: text\na: text\nb: text' }));
    const path = await open({ what: 'one', a: 'first', b: 'second' });
    await published(document({ fields: 'what: text\na: { type: text, was: b }\nb: { type: text, was: a }' }));
    expect((await admin.get(path)).body.fields).toMatchObject({ a: 'second', b: 'first' });
    await published(
      document({
        fields: 'what: { type: text, title: What }\na: { type: text, was: b }\nb: { type: text, was: a }',
      }),
    );
    expect((await admin.get(path)).body.fields).toMatchObject({ a: 'second', b: 'first' });
  });

  it('keeps what numbers, choices and rows say', async () => {
    await published(
      document({
        fields:
          'what: text\ndays: integer\nrate: { type: decimal, places: 2 }\nurgency: { type: choice, of: [high, low] }\nlines: { type: table, fields: { item: text, price: { type: decimal, places: 1 } } }',
      }),
    );
    const lines = [{ item: 'x', price: '1.5' }];
    const path = await open({ what: 'one', days: 5, rate: '10.55', urgency: 'high', lines });
    await published(
      document({
        fields:
          'what: text\ndays: { type: decimal, places: 1 }\nrate: { type: decimal, places: 4 }\nurgency: { type: choice, of: { urgent: { title: Urgent, was: high }, low: Low } }\nlines: { type: table, fields: { article: { type: text, was: item }, price: { type: decimal, places: 2 } } }',
        screens: 'screens: { /all: { list: Case, columns: [what, rate, urgency], filters: [urgency] } }',
      }),
    );
    expect((await admin.get(path)).body.fields).toMatchObject({
      days: '5.0',
      rate: '10.5500',
      urgency: 'urgent',
      lines: [{ article: 'x', price: '1.50' }],
    });
    expect((await admin.get('/cases/all?urgency=urgent')).text).toContain('10.55');
  });

  it('moves records out of states that go, and calls others otherwise, by events of who published', async () => {
    await published(BODY);
    const paths = [await open({ what: 'one' }), await open({ what: 'two' }), await open({ what: 'three' })];
    for (const path of paths) await take(path, 'start');
    await take(paths[0]!, 'wait');
    await published(
      document({
        fields: 'what: { type: text, required: true }\nbody: text',
        lifecycle: `states: { new: { title: New, was: fresh }, busy: { title: Busy, was: working }, done: { title: Done, final: true } }
move: { waiting: busy }
actions: { begin: { from: new, to: busy, was: start }, finish: { from: '*', to: done } }`,
      }),
    );
    for (const path of paths) expect((await admin.get(path)).body.state).toBe('busy');
    const [publication] = (await daybook.installation.store.read('specification-cases')).events.slice(-1);
    const last = (await eventsOf(paths[0]!)).at(-1)!;
    expect(last).toMatchObject({
      type: 'record.migrated',
      data: { from: 1, to: 2, state: { from: 'waiting', to: 'busy', renamed: false } },
      metadata: { actor: PEOPLE.admin.id, causationId: publication!.id, specification: { version: 2 } },
    });
    expect((await eventsOf(paths[1]!)).at(-1)!.data).toMatchObject({
      state: { from: 'working', to: 'busy', renamed: true },
    });
    const page = await admin.get(paths[0]!.replace('/api/cases/Case', '/cases/cases'));
    expect(decoded(page.text.replace(/<[^>]+>/g, ''))).toContain(
      'moved it to version 2 of the specification; it came into “Busy”',
    );
    expect((await take(paths[0]!, 'finish')).status).toBe(200);
    const migrations = (await eventsOf(paths[0]!)).filter(({ type }) => type === 'record.migrated');
    expect(migrations).toHaveLength(1);
  });

  it.each([
    [{ actor: 'system', commandLine: { account: 'root' } }, 'command line (root)'],
    [
      { actor: PEOPLE.admin.id, commandLine: { person: PEOPLE.admin.id } },
      `${PEOPLE.admin.name}, on the command line`,
    ],
  ])('given a version published as %j, then the history of a moved record says “%s”', async (by, name) => {
    await published(BODY);
    const path = await open({ what: 'one' });
    const text = document({
      fields: 'what: { type: text, required: true }\nbody: text',
      lifecycle: `states: { new: New, done: { title: Done, final: true } }
move: { fresh: new, working: new, waiting: new }
actions: { finish: { from: '*', to: done } }`,
    });
    await daybook.send(
      new PublishSpecification({ text, context: { ...by, commandId: crypto.randomUUID() } }),
    );
    await daybook.settled();
    expect((await take(path, 'finish')).status).toBe(200);
    await daybook.settled();
    const moved = (await eventsOf(path)).find(({ type }) => type === 'record.migrated')!;
    expect(moved.metadata).toMatchObject(by);
    const page = await admin.get(path.replace('/api/cases/Case', '/cases/cases'));
    expect(decoded(page.text.replace(/<[^>]+>/g, ''))).toContain(
      `${name} moved it to version 2 of the specification`,
    );
  });

  it('lets people go on with a role that is called otherwise', async () => {
    const roles = (name: string, boss: string) =>
      document({
        fields: 'what: text',
        roles: `roles: { ${name} }\npermissions: { Case: { open: [${boss}], read: [${boss}], edit: [${boss}] } }`,
      });
    await published(roles('boss: Boss, staff: Staff', 'boss'));
    const { id } = PEOPLE.clerk;
    await daybook.send(new GrantRole({ id, application: 'cases', role: 'boss', context: system() }));
    await daybook.settled();
    const clerk = await daybook.as('clerk');
    const opens = async () => (await clerk.post('/api/cases/Case').send({ fields: { what: 'x' } })).status;
    expect(await opens()).toBe(201);
    expect((await publish(roles('staff: Staff', 'staff'))).status).toBe(422);
    await published(roles('holder: { title: Holder, was: boss }, staff: Staff', 'holder'));
    expect(await opens()).toBe(201);
    await published(
      roles('staff: { title: Holder, was: holder }, holder: { title: Staff, was: staff }', 'staff'),
    );
    expect(await opens()).toBe(201);
  });

  describe('that lacks what people decide by', () => {
    const parts = (actions: string, roles = 'boss: Boss, staff: Staff') =>
      document({
        fields: 'what: text',
        lifecycle: `states: { fresh: Fresh, done: { title: Done, final: true } }\nactions: { ${actions} }`,
        roles: `roles: { ${roles} }`,
      });
    const APPROVE = 'approve: { from: fresh, to: done, approvals: 2 }';
    const said = async (text: string) => {
      const answer = await publish(text);
      return [answer.status, decoded(answer.text.replace(/<[^>]+>/g, ''))] as const;
    };

    it('is refused while a round of approvals waits for an action that goes, until that is taken back', async () => {
      await published(parts(APPROVE));
      const path = await open({ what: 'one' });
      expect((await take(path, 'approve')).status).toBe(200);
      await daybook.settled();
      const next = parts('finish: { from: fresh, to: done }');
      expect(await said(next)).toEqual([
        422,
        expect.stringContaining(
          '1 record of Case waits for approvals of approve, which this version does not',
        ),
      ]);
      await published(parts(APPROVE.replace('approve: {', 'accept: { was: approve,')));
      expect((await admin.get(path)).body.rounds).toMatchObject([{ action: 'accept' }]);
    });

    it('is refused while a role that goes is lent to a deputy, also where its lender does not hold it any more', async () => {
      const { id } = PEOPLE.clerk;
      const role = { id, application: 'cases', role: 'boss' };
      await published(parts(APPROVE));
      await daybook.send(new GrantRole({ ...role, context: system() }));
      await daybook.settled();
      const clerk = await daybook.as('clerk');
      const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
      const lent = { deputy: PEOPLE.boss.id, application: 'cases', role: 'boss' };
      const named = await clerk.post('/api/-/deputies').send({ ...lent, from: day(0), until: day(9) });
      expect(named.status).toBe(201);
      await daybook.send(new RevokeRole({ ...role, context: system() }));
      await daybook.settled();
      const next = parts(APPROVE, 'staff: Staff');
      expect(await said(next)).toEqual([
        422,
        expect.stringContaining('1 person holds the role boss, or has delegated it to a deputy'),
      ]);
      const ended = await clerk.post(`/api/-/deputies/${named.body.id as string}/end`).send({});
      expect(ended.status).toBe(200);
      await daybook.settled();
      await published(next);
    });
  });

  it('says nothing of values where there are none', async () => {
    await published(document({ fields: 'what: text\ndays: integer\namount: decimal' }));
    await open({ what: 'one' });
    await published(document({ fields: 'what: text\ndays: boolean\namount: { type: decimal, places: 1 }' }));
    await open({ what: 'two', days: true });
    expect((await publish(document({ fields: 'what: text\ndays: integer' }))).status).toBe(422);
  });

  /** As by a process that ends right after, or by a Daybook that did not yet check records. */
  const appendVersion = async (version: number, text: string, asked?: number) => {
    const { store } = daybook.installation;
    const { metadata } = (await store.read('specification-cases')).events[0]!;
    const data = { key: 'cases', name: 'Cases', version, text, ...(asked !== undefined && { asked }) };
    const id = crypto.randomUUID();
    const { position } = await store.append(
      'specification-cases',
      [{ id, type: 'specification.published', data, metadata: { ...metadata, commandId: id } }],
      version - 1,
    );
    await daybook.settled();
    return position;
  };
  const bringUnder = async () => {
    const published = await daybook.installation.specifications.current('cases');
    await daybook.app.get(SpecificationUpgrades).migrateRecordsAndPeople(published!);
    await daybook.settled();
  };
  const GONE = `states: { fresh: Fresh, working: Working, done: { title: Done, final: true } }
actions: { start: { from: fresh, to: working }, finish: { from: '*', to: done } }`;
  const FIELDS = 'what: { type: text, required: true }\nbody: text';

  it('says on the page that the state of a record is gone, offers what is possible anywhere, and frees it later', async () => {
    await published(BODY);
    const paths = [await open({ what: 'one' }), await open({ what: 'two' })];
    for (const path of paths) {
      await take(path, 'start');
      await take(path, 'wait');
    }
    await appendVersion(2, document({ fields: FIELDS, lifecycle: GONE }));
    await bringUnder();
    const page = await admin.get(paths[0]!.replace('/api/cases/Case', '/cases/cases'));
    expect(decoded(page.text)).toContain('which this version of the specification does not have');
    expect((await take(paths[0]!, 'start')).status).toBe(409);
    expect((await take(paths[0]!, 'finish')).status).toBe(200);
    await published(document({ fields: FIELDS, lifecycle: `${GONE}\nmove: { waiting: working }` }));
    expect((await admin.get(paths[0]!)).body.state).toBe('done');
    expect((await admin.get(paths[1]!)).body.state).toBe('working');
  });

  it('frees a record whose state an earlier version left out, where it says what that is called now', async () => {
    await published(BODY);
    const path = await open({ what: 'one' });
    for (const action of ['start', 'wait']) await take(path, action);
    await appendVersion(2, document({ fields: FIELDS, lifecycle: GONE }));
    await bringUnder();
    await appendVersion(3, document({ fields: `${FIELDS}\nmore: text`, lifecycle: GONE }));
    await bringUnder();
    expect((await admin.get(path)).body.state).toBe('waiting');
    const paused = LIFECYCLE.replace(
      'waiting: Waiting for customer',
      'paused: { title: Paused, was: waiting }',
    );
    await published(
      document({
        fields: FIELDS,
        lifecycle: paused.replaceAll(': waiting,', ': paused,').replace('to: waiting }', 'to: paused }'),
      }),
    );
    expect((await admin.get(path)).body.state).toBe('paused');
    expect((await eventsOf(path)).at(-1)!.data).toMatchObject({
      state: { from: 'waiting', to: 'paused', renamed: true },
    });
    expect((await take(path, 'resume')).status).toBe(200);
  });

  it('brings every record under it once, also where the process that published it ended', async () => {
    await published(BODY);
    const path = await open({ what: 'one', body: 'hello' });
    const renamed = 'what: { type: text, required: true }\ndetails: { type: text, was: body }';
    await appendVersion(2, document({ fields: renamed }), 0);
    expect((await take(path, 'start')).status).toBe(200);
    expect((await admin.get(path)).body.fields).toEqual({ what: 'one', details: 'hello' });
    await bringUnder();
    await bringUnder();
    expect((await eventsOf(path)).map(({ type }) => type)).toEqual([
      'record.opened',
      'record.migrated',
      'record.action-taken',
    ]);
  });

  it('says on pages of the application how many records that one may read still come under it, until all do', async () => {
    const roles = 'roles: { boss: Boss }\npermissions: { Case: { read: { boss: true } } }';
    const fields = (body: string) => `what: { type: text, required: true }\n${body}`;
    await published(document({ fields: fields('body: text'), roles }));
    const { id } = PEOPLE.admin;
    await daybook.send(new GrantRole({ id, application: 'cases', role: 'boss', context: system() }));
    await daybook.settled();
    const path = await open({ what: 'one', body: 'hello' });
    await open({ what: 'two' });
    const renamed = document({ fields: fields('details: { type: text, was: body }'), roles });
    const bannerOf = async (browser: Browser, address: string) =>
      /[^>]* are still being moved to version 2 of the specification/.exec(
        (await browser.get(address)).text,
      )?.[0];
    const pages = ['/cases/cases', '/cases/specification'];
    expect(await Promise.all(pages.map((page) => bannerOf(admin, page)))).toEqual([undefined, undefined]);
    await appendVersion(2, renamed, 0);
    const banner = '2 of 2 records are still being moved to version 2 of the specification';
    expect(await Promise.all(pages.map((page) => bannerOf(admin, page)))).toEqual([banner, banner]);
    const clerk = await daybook.as('clerk');
    expect(await Promise.all(pages.map((page) => bannerOf(clerk, page)))).toEqual([undefined, undefined]);
    await take(path, 'start');
    await daybook.settled();
    expect(await bannerOf(admin, pages[0]!)).toBe(banner.replace('2 of 2', '1 of 2'));
    await bringUnder();
    expect(await Promise.all(pages.map((page) => bannerOf(admin, page)))).toEqual([undefined, undefined]);
  });

  it('leads a record back that came into a state which is gone while the version was published', async () => {
    await published(BODY);
    const path = await open({ what: 'one' });
    await take(path, 'start');
    const asked = await daybook.installation.store.head();
    await take(path, 'wait');
    await appendVersion(2, document({ fields: FIELDS, lifecycle: GONE }), asked);
    await bringUnder();
    expect((await admin.get(path)).body.state).toBe('working');
    expect((await eventsOf(path)).at(-1)).toMatchObject({
      data: { state: { from: 'waiting', to: 'working', renamed: false } },
      metadata: { reason: 'It came into this state while the version was published that does not have it.' },
    });
  });

  it('shows what a field was to those who may read what it is called now', async () => {
    const secret = (name: string, was = '') =>
      document({
        fields: `what: { type: text, required: true }\n${name}: { type: text${was} }\nopen: text`,
        roles: `roles: { boss: Boss, staff: Staff }\npermissions: { Case: { fields: { ${name}: { read: [boss] } } } }`,
      });
    const plain = document({ fields: 'what: { type: text, required: true }\nbody: text\nopen: text' });
    await published(plain);
    const path = await open({ what: 'one', body: 'hidden words', open: 'seen words' });
    await published(secret('details', ', was: body'));
    const clerk = await daybook.as('clerk');
    const page = path.replace('/api/cases/Case', '/cases/cases');
    for (const address of [
      page,
      `${page}?history=0`,
      '/cases/cases.csv',
      '/-/timeline',
      '/cases/cases?q=hidden',
    ]) {
      const { text } = await clerk.get(address);
      expect([address, text.includes('hidden words')]).toEqual([address, false]);
    }
    expect((await clerk.get(page)).text).toContain('seen words');
  });

  it('tells those who may not read a field nothing of whether it is set when it is called otherwise', async () => {
    const restricted = (name: string, was = '') =>
      document({
        fields: `what: { type: text, required: true }\n${name}: { type: text${was} }`,
        roles: `roles: { boss: Boss, staff: Staff }\npermissions: { Case: { fields: { ${name}: { read: [boss] } } } }`,
      });
    await published(restricted('body'));
    await daybook.send(
      new GrantRole({ id: PEOPLE.admin.id, application: 'cases', role: 'boss', context: system() }),
    );
    await daybook.settled();
    const [set, unset] = [await open({ what: 'one', body: 'hidden words' }), await open({ what: 'one' })];
    await published(restricted('details', ', was: body'));
    await daybook.settled();
    expect((await admin.get(set)).body.fields.details).toBe('hidden words');
    const clerk = await daybook.as('clerk');
    const seenOf = async (path: string) => {
      const id = path.split('/').at(-1)!;
      const addresses = [path, `/cases/cases/${id}`];
      const answers = await Promise.all(addresses.map(async (address) => clerk.get(address)));
      return answers.map(({ status, headers, text }) => [
        status,
        headers.etag,
        text
          .replaceAll(id, 'ID')
          .replace(/[\w-]{36}/g, 'UUID')
          .replace(/\d\d:\d\d(:\d\d)?(\.\d+Z)?|event-\d+|\?at=\d+|after event \d+/g, ''),
      ]);
    };
    const [one, other] = [await seenOf(set), await seenOf(unset)];
    expect(one.map(([status]) => status)).toEqual([200, 200]);
    expect(one).toEqual(other);
    expect(one[1]![2]).toContain('version 2');
  });

  describe('given a field that is gone, and was restricted under one of its names', () => {
    const RESTRICTED = (name: string) =>
      `roles: { boss: Boss, staff: Staff }\npermissions: { Case: { fields: { ${name}: { read: [boss] } } } }`;
    const OPEN = 'roles: { boss: Boss, staff: Staff }';
    const fields = (more: string) => `what: { type: text, required: true }\n${more}`;
    const historyOf = async (path: string) => {
      const clerk = await daybook.as('clerk');
      await daybook.settled();
      return (await clerk.get(path.replace('/api/cases/Case', '/cases/cases'))).text;
    };

    it('does not show what it was called before to others when that name stands for an open field', async () => {
      await published(document({ fields: fields('body: text'), roles: RESTRICTED('body') }));
      await daybook.send(
        new GrantRole({ id: PEOPLE.admin.id, application: 'cases', role: 'boss', context: system() }),
      );
      const path = await open({ what: 'one', body: 'hidden words' });
      const renamed = fields('details: { type: text, was: body }');
      await published(document({ fields: renamed, roles: RESTRICTED('details') }));
      await published(document({ fields: fields('body: text'), roles: OPEN, entity: 'removed: [details]' }));
      expect(await historyOf(path)).not.toContain('hidden words');
    });

    it('does not show it under an earlier name that was open', async () => {
      await published(document({ fields: fields('body: text'), roles: OPEN }));
      const path = await open({ what: 'one', body: 'hidden words' });
      const renamed = fields('details: { type: text, was: body }');
      await published(document({ fields: renamed, roles: RESTRICTED('details') }));
      await published(document({ fields: fields('more: text'), roles: OPEN, entity: 'removed: [details]' }));
      expect(await historyOf(path)).not.toContain('hidden words');
    });
  });

  describe('of an entity that is called otherwise', () => {
    interface Named {
      readonly key: string;
      readonly was?: string;
      readonly fields?: string;
    }
    const entitiesOf = (...entities: readonly Named[]) =>
      documentOf({
        1: 'name: Cases\nkey: cases\ncurrency: EUR',
        3: `entities:\n${entities
          .map(
            ({ key, was, fields = 'what: { type: text, required: true }' }) =>
              `  ${key}:\n${was === undefined ? '' : `    was: ${was}\n`}    fields:\n${indented(fields, 6)}`,
          )
          .join('\n')}`,
      });
    const openOf = async (entity: string, fields: object) => {
      const { body, status, headers } = await admin.post(`/api/cases/${entity}`).send({ fields });
      if (status !== 201) throw new Error(JSON.stringify(body));
      return { id: body.id as string, location: headers.location };
    };

    it('goes on under the new name everywhere: records, numbers, unique values, references, history', async () => {
      const fields = 'what: { type: text, required: true, unique: true }\nkid: { type: reference, to: Case }';
      const numbered = (key: string, was?: string, title = '') =>
        entitiesOf({
          key,
          ...(was !== undefined && { was }),
          fields: fields.replace('Case', key) + title,
        }).replace(`  ${key}:\n`, `  ${key}:\n    number: 'C-{seq:4}'\n`);
      await published(numbered('Case'));
      const first = await openOf('Case', { what: 'one' });
      const second = await openOf('Case', { what: 'two', kid: first.id });
      await published(numbered('Ticket', 'Case'));
      const { body } = await admin.get(`/api/cases/Ticket/${second.id}`);
      expect(body).toMatchObject({
        entity: 'Ticket',
        number: 'C-0002',
        fields: { what: 'two', kid: first.id },
        page: `/cases/tickets/${second.id}`,
      });
      const changed = await admin
        .patch(`/api/cases/Ticket/${second.id}`)
        .set('If-Match', `"${body.version as number}"`)
        .send({ fields: { what: 'second' } });
      expect(changed.status).toBe(200);
      const twice = await admin.post('/api/cases/Ticket').send({ fields: { what: 'one' } });
      expect([twice.status, twice.body.reasons?.[0]?.code ?? twice.body.code]).toEqual([
        409,
        expect.anything(),
      ]);
      const third = await openOf('Ticket', { what: 'three', kid: second.id });
      expect(third.location).toBe(`/api/cases/Ticket/${third.id}`);
      expect((await admin.get(`/api/cases/Ticket/${third.id}`)).body.number).toBe('C-0003');
      const list = await admin.get('/cases/tickets');
      for (const word of ['C-0001', 'C-0002', 'C-0003']) expect(list.text).toContain(word);
      expect((await admin.get('/cases/tickets.csv')).text.split('\n').length).toBeGreaterThan(3);
      const page = decoded((await admin.get(`/cases/tickets/${second.id}`)).text);
      expect(page).toContain('Ticket');
      const timeline = decoded((await admin.get(`/-/timeline?record=cases.Ticket-${second.id}`)).text);
      expect(timeline).toContain('C-0002');
      expect((await admin.get('/api/cases/openapi.json')).text).not.toContain('/api/cases/Case');
      await published(numbered('Ticket', 'Case', '\nmore: text'));
      expect((await admin.get(`/api/cases/Ticket/${second.id}`)).body.fields.what).toBe('second');
    });

    it('is named so where calls that wait are listed', async () => {
      const calling = (key: string, was?: string) =>
        entitiesOf({ key, ...(was !== undefined && { was }) }).replace(
          /(## 7[^\n]*\n)[\s\S]*?(?=\n## 8)/,
          `$1\`\`\`yaml\ncalls: { tell: { on: { entity: ${key} }, post: "https://example.org/" } }\n\`\`\`\n`,
        );
      await published(calling('Case'));
      await openOf('Case', { what: 'one' });
      await published(calling('Ticket', 'Case'));
      await daybook.settled();
      const { installation } = daybook;
      expect(await listWaitingCalls({ installation })).toMatchObject([{ call: 'tell', entity: 'Ticket' }]);
    });

    it('leads addresses that name it as it was called to where it is', async () => {
      await published(entitiesOf({ key: 'Case' }));
      const { id } = await openOf('Case', { what: 'one' });
      await published(entitiesOf({ key: 'Ticket', was: 'Case' }));
      await published(entitiesOf({ key: 'Matter', was: 'Ticket' }));
      for (const [before, after] of [
        [`/api/cases/Case/${id}`, `/api/cases/Matter/${id}`],
        [`/api/cases/Ticket?q=one`, `/api/cases/Matter?q=one`],
        [`/cases/cases/${id}`, `/cases/matters/${id}`],
        [`/cases/tickets.csv`, `/cases/matters.csv`],
      ] as const) {
        const { status, headers } = await admin.get(before);
        expect([before, status, headers.location]).toEqual([before, 308, after]);
        expect((await admin.get(after)).status).toBe(200);
      }
      const opened = await admin.post('/api/cases/Case').send({ fields: { what: 'two' } });
      expect([opened.status, opened.headers.location]).toEqual([308, '/api/cases/Matter']);
      expect((await admin.get('/api/cases/Nothing')).status).toBe(404);
    });

    it('exchanges two names, and lets another entity take a name that was given up', async () => {
      await published(entitiesOf({ key: 'A' }, { key: 'B' }));
      const [a, b] = [await openOf('A', { what: 'first' }), await openOf('B', { what: 'second' })];
      await published(entitiesOf({ key: 'A', was: 'B' }, { key: 'B', was: 'A' }));
      expect((await admin.get(`/api/cases/B/${a.id}`)).body.fields.what).toBe('first');
      expect((await admin.get(`/api/cases/A/${b.id}`)).body.fields.what).toBe('second');
      expect((await admin.get(`/api/cases/A/${a.id}`)).status).toBe(404);
      await published(entitiesOf({ key: 'C', was: 'A' }, { key: 'B', was: 'A' }, { key: 'A' }));
      expect((await admin.get(`/api/cases/C/${b.id}`)).body.fields.what).toBe('second');
      const fresh = await openOf('A', { what: 'third' });
      expect((await admin.get('/api/cases/A')).body.items.map(({ id }: { id: string }) => id)).toEqual([
        fresh.id,
      ]);
      expect((await admin.get(`/api/cases/B/${a.id}`)).body.fields.what).toBe('first');
    });

    it('refuses, with counts, what would leave records without an entity, and names that never were', async () => {
      await published(entitiesOf({ key: 'Case' }, { key: 'Other' }));
      await openOf('Case', { what: 'one' });
      await openOf('Other', { what: 'one' });
      const saying = async (text: string) => {
        const answer = await publish(text);
        return [answer.status, decoded(answer.text.replace(/<[^>]+>/g, ''))] as const;
      };
      expect(await saying(entitiesOf({ key: 'Other' }))).toEqual([
        422,
        expect.stringContaining('there is 1 record of Case, which this version does not have'),
      ]);
      expect(await saying(entitiesOf({ key: 'Other', was: 'Case' }))).toEqual([
        422,
        expect.stringContaining('there is 1 record of Other already, and Case is to be called so'),
      ]);
      expect(await saying(entitiesOf({ key: 'Case' }, { key: 'Other' }, { key: 'New', was: 'Cse' }))).toEqual(
        [422, expect.stringContaining('there was no entity Cse before')],
      );
      expect(
        await saying(entitiesOf({ key: 'Case' }, { key: 'X', was: 'Other' }, { key: 'Y', was: 'Other' })),
      ).toEqual([422, expect.stringContaining('X was Other already')]);
    });
  });

  it('asks the records of a data folder on the command line, and says how many there are', async () => {
    await published(BODY);
    await open({ what: 'one', body: 'hello' });
    await daybook.settled();
    const { data } = daybook.installation.configuration;
    const file = join(data, 'next.md');
    writeFileSync(file, document({ fields: 'what: { type: text, required: true }' }));
    const said: string[] = [];
    const write = jest
      .spyOn(process.stdout, 'write')
      .mockImplementation((text) => said.push(String(text)) > 0);
    await checkCommand().parseAsync(['node', 'check', file, '--against', data]);
    write.mockRestore();
    expect([said.join(''), process.exitCode]).toEqual([
      expect.stringContaining('1 record has a value in `body` of Case, which this version does not have'),
      1,
    ]);
    process.exitCode = 0;
  });
});
