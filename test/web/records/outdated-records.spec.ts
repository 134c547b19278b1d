// Everything that contains or counts a broken record says so to those who may read it.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Tasks\nkey: tasks',
  2: `screens:
  /tasks: { list: Task, columns: [title], filters: [kind] }
  /tasks/board: { board: Task, card: [title] }
  /days: { calendar: Task, from: due }
  /kinds: { report: Task, measure: count, by: kind }
  /overview: { dashboard: { tiles: [{ count: /tasks }, { list: /tasks }, { report: /kinds }] } }`,
  3: `entities:
  Task:
    title: "{title}"
    fields:
      title: { type: text, required: true }
      kind: { type: choice, of: [Old, New] }
      due: { type: date }`,
  4: `lifecycles:
  Task:
    states: { open: Open, done: { title: Done, final: true } }
    actions: { close: { from: open, to: done, by: [boss], approvals: 1 } }`,
  6: `roles: { clerk: Clerk, boss: Boss }
permissions:
  Task: { open: [clerk, boss], read: { clerk: "record.openedBy == user.id", boss: true }, erase: [boss] }`,
  9: 'limits: { retention: { Task: { in: [open], keep: PT1S } } }',
});

const PASSWORD = 'a sentence is fine';
const PEOPLE = {
  owner: { id: uuid(), name: 'Olga Owner', roles: [{ application: 'tasks', role: 'clerk' }] },
  other: { id: uuid(), name: 'Otto Other', roles: [{ application: 'tasks', role: 'clerk' }] },
  boss: { id: uuid(), name: 'Bea Boss', roles: [{ application: 'tasks', role: 'boss' }] },
  admin: {
    id: uuid(),
    name: 'Ada Admin',
    roles: [
      { application: 'tasks', role: 'boss' },
      { application: '-', role: 'admin' },
    ],
  },
};

const SENTENCE = /is not up to date|are not up to date|Not up to date/;

describe('a record that is not up to date', () => {
  let daybook: Daybook;
  const broken = uuid();
  const browsers = {} as Record<keyof typeof PEOPLE, Browser>;
  let days: string;

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    for (const who of Object.keys(PEOPLE) as (keyof typeof PEOPLE)[]) {
      const person = { ...PEOPLE[who], signInName: who, password: PASSWORD };
      await daybook.send(new RegisterUser({ ...person, context: system() }));
    }
    await daybook.settled();
    for (const who of Object.keys(PEOPLE) as (keyof typeof PEOPLE)[]) {
      const browser = (browsers[who] = daybook.browser());
      await browser.post('/-/sign-in').type('form').send({ name: who, password: PASSWORD });
    }
    const due = new Date().toISOString().slice(0, 10);
    days = `/tasks/days?month=${due.slice(0, 7)}`;
    for (const [who, id, kind] of [
      ['owner', broken, 'Old'],
      ['other', uuid(), 'New'],
    ] as const)
      await browsers[who]
        .post('/api/tasks/Task')
        .send({ id, fields: { title: 'Paper', kind, due } })
        .expect(201);
    const { store } = daybook.installation;
    const stream = `tasks.Task-${broken}`;
    const { events, version } = await store.read(stream);
    // No version writes such an event.
    const { metadata } = events[0]!;
    await store.append(stream, [{ id: uuid(), type: 'record.changed', data: {}, metadata }], version);
    await daybook.settled();
    // Outdated records are found at intervals, and retention is over after a second.
    for (const path of [PROGRAMS.list, FOR_BOSSES_PROGRAMS.retention])
      while ((await browsers.boss.get(path)).headers['daybook-outdated'] === undefined)
        await new Promise((resolve) => setTimeout(resolve, 20));
  });
  afterAll(() => daybook.close());

  const PAGES = {
    list: '/tasks/tasks',
    board: '/tasks/tasks/board',
    calendar: '/tasks/days',
    report: '/tasks/kinds',
    dashboard: '/tasks/overview',
    applications: '/',
    'list behind a report': '/tasks/kinds/records',
  };
  const FOR_THE_BOSS = { home: '/', retention: '/tasks/tasks/retention' };
  const PROGRAMS = {
    list: '/api/tasks/Task',
    report: '/api/tasks/Task/reports/kinds',
    feed: '/api/tasks/Task/calendars/days',
    'list as CSV': '/tasks/tasks.csv',
    'report as CSV': '/tasks/kinds.csv',
  };
  const FOR_BOSSES_PROGRAMS = { approvals: '/api/tasks/-/waiting', retention: '/api/tasks/Task/retention' };

  it.each(Object.entries({ ...PAGES, ...FOR_THE_BOSS }))('is told of on the page: %s', async (_, path) => {
    const { status, text } = await browsers.boss.get(path === '/tasks/days' ? days : path);
    expect(status).toBe(200);
    expect(text).toMatch(/1 record on this page is not up to date/);
    expect(text).toContain('Your administrators can see why.');
    expect(text).not.toContain('/-/status/read-models');
  });

  it('is told of on its own page', async () => {
    const { text } = await browsers.owner.get(`/tasks/tasks/${broken}`);
    expect(text).toContain('This record is not up to date');
  });

  it('leads admins to the reason', async () => {
    const { text } = await browsers.admin.get('/tasks/tasks');
    expect(text).toMatch(/is not up to date.*<a href="\/-\/status\/read-models">See why<\/a>/);
  });

  it.each(Object.entries({ ...PROGRAMS, ...FOR_BOSSES_PROGRAMS }))(
    'is told of in the answer to a program: %s',
    async (_, path) => {
      const { status, headers, type, body, text } = await browsers.boss.get(path);
      expect([status, headers['daybook-outdated']]).toEqual([200, '1']);
      if (type === 'application/json') expect(body).toMatchObject({ outdated: [broken] });
      if (type === 'text/calendar') expect(text).toContain('Not up to date: 1 of these entries.');
    },
  );

  it('is told of in the answer about itself, and in no answer about another', async () => {
    const { headers, body } = await browsers.owner.get(`/api/tasks/Task/${broken}`);
    expect([headers['daybook-outdated'], body]).toMatchObject(['1', { outdated: [broken] }]);
    const { items } = (await browsers.other.get('/api/tasks/Task')).body as { items: { id: string }[] };
    const another = await browsers.boss.get(`/api/tasks/Task/${items[0]!.id}`);
    expect(another.status).toBe(200);
    expect(another.headers['daybook-outdated']).toBeUndefined();
    expect(another.body).not.toHaveProperty('outdated');
  });

  it.each(Object.entries({ ...PAGES, ...PROGRAMS }))(
    'is not told of to somebody who may not read it: %s',
    async (_, path) => {
      const { status, headers, text } = await browsers.other.get(path === '/tasks/days' ? days : path);
      expect([status, headers['daybook-outdated']]).toEqual([200, undefined]);
      expect(text).not.toMatch(SENTENCE);
      expect(text).not.toContain('"outdated"');
    },
  );

  it('is not told of where a filter leaves it out', async () => {
    const { text } = await browsers.boss.get('/tasks/tasks?kind=New');
    expect(text).not.toMatch(SENTENCE);
    const answer = await browsers.boss.get('/api/tasks/Task?kind=New');
    expect(answer.headers['daybook-outdated']).toBeUndefined();
    expect((await browsers.boss.get('/api/tasks/Task?kind=Old')).headers['daybook-outdated']).toBe('1');
  });
});
