import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CommandBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import request from 'supertest';
import { v7 as uuid } from 'uuid';
import { createApp } from '#app.module.js';
import { sendCommand } from '#command-handling/send-command.js';
import { readConfiguration } from '#configuration/configuration.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import type { EventStore } from '#event-store/event-store.js';
import { DiskFull } from '#event-store/sqlite/sqlite-errors.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { openInstallation, type Installation } from '#installation/installation.js';
import { hiddenIn } from '../web/daybook.js';
import { NOTES } from './notes.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-full-'));
const PERSON = '01900000-0000-7000-8000-00000000c1e4';
const TYPED = { title: 'What I typed for an hour', text: 'And “more” of it. '.repeat(1_000) };
const context = () => ({ actor: 'system', commandId: uuid() });

describe('a log that cannot grow because the disk is full', () => {
  let installation: Installation;
  let full: EventStore;
  let app: NestExpressApplication;
  let isFull = false;
  let browser: ReturnType<typeof request.agent>;

  beforeAll(async () => {
    const configuration = { ...readConfiguration({ data: folder }, {}), log: 'silent' as const };
    installation = await openInstallation(configuration);
    full = openSqliteEventStore(join(folder, 'events.sqlite'), { pageLimit: 1 });
    // Reading continues, and writing fails until there is space.
    const store: EventStore = {
      ...installation.store,
      append: async (...args) => {
        // A small event still fits into an existing page; this is the moment when none does.
        if (isFull && args[0].startsWith('user-')) throw new DiskFull('the disk is full');
        return (isFull ? full : installation.store).append(...args);
      },
    };
    app = await createApp({ ...installation, store });
    await app.listen(0, '127.0.0.1');
    const bus = app.get(CommandBus);
    await sendCommand(bus, new PublishSpecification({ text: NOTES, context: context() }));
    const last = await sendCommand(
      bus,
      new RegisterUser({
        id: PERSON,
        name: 'Ada',
        demo: true,
        signInName: 'ada',
        password: 'a sentence is fine',
        context: context(),
      }),
    );
    await installation.projections.waitFor(last.position, 10_000);
    browser = request.agent(app.getHttpServer());
    expect((await browser.post('/-/sign-in/demo').type('form').send({ person: PERSON })).status).toBe(303);
  }, 60_000);
  afterAll(async () => {
    await app.close();
    await full.close();
    await installation.close();
    rmSync(folder, { recursive: true });
  });

  async function opened(): Promise<number> {
    const head = await installation.store.head();
    let count = 0;
    for await (const batch of installation.store.all()) {
      count += batch.filter(({ type }) => type === 'record.opened').length;
      if (batch.at(-1)!.position >= head) return count;
    }
    return count;
  }

  it('says at a sign-in, which has to be written down, what is wrong', async () => {
    isFull = true;
    for (const [address, form] of [
      ['/-/sign-in/demo', { person: PERSON }],
      ['/-/sign-in', { name: 'ada', password: 'a sentence is fine', next: '/' }],
    ] as const) {
      const refused = await request(app.getHttpServer()).post(address).type('form').send(form);
      expect([refused.status, refused.text]).toEqual([
        503,
        expect.stringContaining('Nothing can be saved: the disk is full.'),
      ]);
    }
    isFull = false;
    const answer = await request(app.getHttpServer())
      .post('/-/sign-in/demo')
      .type('form')
      .send({ person: PERSON });
    expect(answer.status).toBe(303);
  });

  it('answers 503 with what was typed still in the form, and takes the same form once there is room', async () => {
    const list = Object.values((await installation.specifications.current('notes'))!.specification.screens);
    const address = `/notes${list.find(({ kind }) => kind === 'list')!.path}/new`;
    const form = hiddenIn((await browser.get(address)).text);

    isFull = true;
    const refused = await browser
      .post(address)
      .type('form')
      .send({ ...form, ...TYPED });
    expect(refused.status).toBe(503);
    expect(refused.text).toContain(TYPED.title);
    expect(refused.text).toContain('And “more” of it. '.repeat(900));
    expect(refused.text).not.toMatch(/SQLITE|\n +at /);
    expect(await opened()).toBe(0);
    expect((await browser.get(address)).status).toBe(200);

    isFull = false;
    const taken = await browser
      .post(address)
      .type('form')
      .send({ ...hiddenIn(refused.text), ...TYPED });
    expect(taken.status).toBe(303);
    const page = await browser.get(taken.headers['location'] as string);
    expect(page.status).toBe(200);
    expect(page.text).toContain(TYPED.title);
    expect(await opened()).toBe(1);
  });
});
