// Two `--only web` and one `--only projections` on one installation.
import { get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import request from 'supertest';
import { CommandBus } from '@nestjs/cqrs';
import { createApp, createHealthApp } from '#app.module.js';
import { sendCommand } from '#command-handling/send-command.js';
import { readConfiguration } from '#configuration/configuration.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RevokeRole } from '#domain/user/user-commands.js';
import { FirstAdmin } from '#identity/first-admin.js';
import { openInstallation, type Installation } from '#installation/installation.js';
import {
  ORDERS,
  PEOPLE,
  hiddenIn,
  newFolder,
  startDaybook,
  system,
  type Browser,
  type Daybook,
} from '../daybook.js';
import { readUntil } from './read-until.js';

const web = (folder: string, peopled = false) => startDaybook({ folder, peopled, on: { only: 'web' } });
const projecting = (folder: string): Promise<Installation> =>
  openInstallation({
    ...readConfiguration({ data: folder, demo: false }, {}),
    log: 'silent',
    only: 'projections',
  });

const roles = async ({ projections }: Installation) => (await projections.health()).map(({ role }) => role);

describe('two processes that serve pages, and one that builds the read models', () => {
  const folder = newFolder();
  let builder: Installation;
  let one: Daybook;
  let other: Daybook;
  let browsers: readonly [Browser, Browser];

  beforeAll(async () => {
    builder = await projecting(folder);
    one = await web(folder, true);
    other = await web(folder);
    browsers = [await one.as('clerk'), await other.as('clerk')];
  });
  afterAll(async () => {
    await one.close();
    await other.close();
    await builder.close();
    rmSync(folder, { recursive: true });
  });

  async function open(browser: Browser, title: string): Promise<string> {
    const answer = await browser.post('/api/orders/Order').send({ fields: { title } });
    expect(answer.status).toBe(201);
    return (answer.body as { id: string }).id;
  }

  const cookiesOf = (answer: { headers: Record<string, unknown> }) =>
    ((answer.headers['set-cookie'] ?? []) as string[]).map((each) => each.split(';')[0]!);

  const sessionAt = async (at: Daybook) => {
    const person = { person: PEOPLE.clerk.id };
    const answer = await at.browser().post('/-/sign-in/demo').type('form').send(person);
    return cookiesOf(answer).find((cookie) => cookie.startsWith('daybook-session='))!;
  };

  it('are what they are told to be', async () => {
    expect(new Set(await roles(builder))).toEqual(new Set(['writing']));
    for (const { installation } of [one, other])
      expect(new Set(await roles(installation))).toEqual(new Set(['following']));
  });

  it('show everybody what they wrote, wherever they are sent to next', async () => {
    const session = await sessionAt(one);
    for (let turn = 0; turn < 10; turn++) {
      const [here, there] = turn % 2 ? [one, other] : [other, one];
      const form = await here.browser().get('/orders/orders/new').set('Cookie', session);
      const title = `Turn ${turn}`;
      const written = await here
        .browser()
        .post('/orders/orders/new')
        .set('Cookie', session)
        .type('form')
        .send({ ...hiddenIn(form.text), title });
      expect(written.status).toBe(303);
      const seen = cookiesOf(written).find((cookie) => cookie.startsWith('daybook-seen='))!;
      const page = await there
        .browser()
        .get(String(written.headers['location']))
        .set('Cookie', [session, seen]);
      expect([page.status, page.text.includes(title)]).toEqual([200, true]);
    }
  });

  it('tell the open pages of both that a record was written', async () => {
    const id = await open(browsers[0], 'Watched');
    for (const { settled } of [one, other]) await settled();
    const streams = await Promise.all([one, other].map((at) => watch(at, id)));
    const news = Promise.all(streams.map((stream) => readUntil(stream, '"version":3')));
    const comment = (browser: Browser) =>
      browser.post(`/api/orders/Order/${id}/comments`).send({ text: 'x' });
    expect((await comment(browsers[0])).status).toBe(201);
    expect((await comment(browsers[1])).status).toBe(201);
    for (const told of await news) expect(told).toMatch(/"version":1[\s\S]*"version":3/);
    for (const stream of streams) stream.destroy();

    async function watch(at: Daybook, record: string): Promise<IncomingMessage> {
      const cookie = await sessionAt(at);
      const { port } = at.app.getHttpServer().address() as AddressInfo;
      const headers = { cookie, accept: 'text/event-stream' };
      return new Promise((resolve, reject) => {
        get({ port, path: `/orders/orders/${record}/live`, headers }, resolve).on('error', reject);
      });
    }
  });

  it('go by a version of the specification that another one published', async () => {
    const text = ORDERS.replace('urgent: {', 'colour: { type: text }\n      urgent: {');
    expect(text).not.toBe(ORDERS);
    const { position } = await one.send(new PublishSpecification({ text, context: system() }));
    expect(await other.installation.projections.waitFor(position, 10_000)).toBe(true);
    const answer = await browsers[1]
      .post('/api/orders/Order')
      .send({ fields: { title: 'a', colour: 'blue' } });
    expect(answer.status).toBe(201);
  });

  it('refuse who has lost their role in another one, though nobody has built the people anew', async () => {
    const second = await other.as('second');
    await open(second, 'While he may');
    builder.projections.subscription('people').pause();
    const role = { id: PEOPLE.second.id, application: 'orders', role: 'clerk' };
    const { position } = await one.send(new RevokeRole({ ...role, context: system() }));
    expect(await other.installation.projections.waitFor(position, 10_000, ['timeline'])).toBe(true);
    expect(other.installation.projections.isCurrent('people')).toBe(false);
    const refused = await second.post('/api/orders/Order').send({ fields: { title: 'Too late' } });
    expect(refused.status).toBe(403);
    builder.projections.subscription('people').resume();
    expect(await other.installation.projections.waitFor(position, 10_000)).toBe(true);
    expect(other.installation.projections.isCurrent('people')).toBe(true);
  });

  it('say how they are, each at its own address', async () => {
    const app = await createHealthApp(builder);
    await app.listen(0, '127.0.0.1');
    const healthOf = async (server: unknown) => (await request(server as never).get('/-/health')).body;
    const told = await healthOf(app.getHttpServer());
    expect(told).toMatchObject({ status: 'ok', info: { projections: { records: { role: 'writing' } } } });
    const { records } = (await healthOf(one.app.getHttpServer())).info.projections;
    expect(records).toMatchObject({ role: 'following', troubled: false });
    expect((await request(app.getHttpServer() as never).get('/')).status).toBe(404);
    await app.close();
  });
});

describe('a process that serves pages alone', () => {
  it('says what is missing, and serves as soon as somebody builds the read models', async () => {
    const folder = newFolder();
    const configuration = { ...readConfiguration({ data: folder, demo: false }, {}), log: 'silent' as const };
    const installation = await openInstallation({ ...configuration, only: 'web' });
    const app = await createApp(installation);
    await app.init();
    const browser = request(app.getHttpServer());
    expect((await browser.get('/-/health')).status).toBe(503);
    expect((await browser.get('/-/sign-in')).status).toBe(503);
    const [health] = await installation.projections.health();
    expect(health!.trouble).toContain('daybook serve --only projections');

    const publish = new PublishSpecification({ text: ORDERS, context: system() });
    const { position } = await sendCommand(app.get(CommandBus), publish);
    expect(await installation.projections.waitFor(position, 20)).toBe(false);
    const builder = await projecting(folder);
    expect(await installation.projections.waitFor(position, 10_000)).toBe(true);
    expect((await browser.get('/-/sign-in')).status).toBe(200);
    expect((await browser.get('/-/health')).status).toBe(200);
    await app.close();
    await installation.close();
    await builder.close();
    rmSync(folder, { recursive: true });
  });
});

describe('the link of the first admin', () => {
  it('opens the same page in every process, and in none once somebody is admin', async () => {
    const folder = newFolder();
    const [one, other] = [await startDaybook({ folder, peopled: false }), await web(folder)];
    const link = (await one.app.get(FirstAdmin).link())!;
    expect(await other.app.get(FirstAdmin).link()).toBe(link);
    const token = new URL(link, 'http://daybook').searchParams.get('token')!;
    const send = (at: Daybook, signInName: string) =>
      at
        .browser()
        .post('/-/welcome')
        .type('form')
        .send({ token, name: 'Ada', signInName, password: 'a sentence is fine' });
    expect((await other.browser().get(link)).status).toBe(200);
    expect((await send(other, 'ada')).status).toBe(303);
    await one.settled();
    expect((await one.browser().get(link)).status).toBe(410);
    expect((await send(one, 'eve')).status).toBe(410);
    await one.close();
    await other.close();
    rmSync(folder, { recursive: true });
  });
});
