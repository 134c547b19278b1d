import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RegisterUser } from '#domain/user/user-commands.js';
import { v7 as uuid } from 'uuid';
import { system } from '../web/daybook.js';
import { calling, type Calling } from './calling.js';
import { mailServer, type MailServer } from './mail-server.js';

let server: MailServer;
let running: Calling | undefined;

beforeEach(async () => {
  server = await mailServer();
});
afterEach(async () => {
  await running?.close();
  running = undefined;
  await server.close();
});

const start = async (
  settings: { smtp?: string } = { smtp: server.url },
  subject = '{record.number}: {record.what}',
  more = 'retries: { times: 1, wait: PT10S }',
) =>
  (running = await calling(
    `calls:
  tell:
    on: Order.place
    mail: { to: [record.buyer.email, "'store@example.org'"], subject: "${subject}", text: "Dear {record.buyer.name}, {record.what} was ordered." }
    ${more}
    otherwise: { error: NOT_PLACED }`,
    settings,
  ));

/** The sign-in name is the mail address. */
async function buyer({ daybook }: Calling, signInName = 'bea@example.org'): Promise<string> {
  const id = uuid();
  await daybook.send(
    new RegisterUser({ id, name: 'Bea Buyer', signInName, demo: true, roles: [], context: system() }),
  );
  await daybook.settled();
  return id;
}

describe('given a mail on an action', () => {
  it('when the action is taken, then the server for mail gets it once, and the person’s name is sealed in the log', async () => {
    const started = await start();
    const { open, act, told, waiting } = started;
    const id = await open({ what: 'tea', buyer: await buyer(started) });
    await act(id, 'place');
    const { data } = await told(id, 'record.call-answered');
    expect(server.mails).toHaveLength(1);
    const [mail] = server.mails;
    expect(mail!.to).toEqual(['bea@example.org', 'store@example.org']);
    expect(mail!.text).toContain('Subject: O-1: tea');
    expect(mail!.text).toContain('Dear Bea Buyer, tea was ordered.');
    expect(mail!.text).toContain('From: Daybook <daybook@example.org>');
    expect(data).toMatchObject({ status: null, sent: { sealed: {} } });
    expect(JSON.stringify(data)).not.toMatch(/bea|store@/i);
    expect(await waiting()).toEqual([]);
  });

  it.each([
    ['x\r\nBcc: eve@example.org', 'x Bcc: eve@example.org'],
    ['x\u2028y\u000bz', 'x y z'],
  ])(
    'when its subject has a line break in it (%j), then it is sent with a blank there',
    async (what, subject) => {
      const started = await start();
      const id = await started.open({ what, buyer: await buyer(started) });
      await started.act(id, 'place');
      await started.told(id, 'record.call-answered');
      const [mail] = server.mails;
      expect(mail!.to).toEqual(['bea@example.org', 'store@example.org']);
      expect(mail!.text).toContain(`Subject: O-1: ${subject}\r\n`);
    },
  );

  it('when the server is busy, then it is tried again; when it refuses for good, then it is given up', async () => {
    const started = await start();
    const { open, act, told, until, waiting, later } = started;
    server.refuse(450);
    const who = await buyer(started);
    const id = await open({ what: 'tea', buyer: who });
    await act(id, 'place');
    const { data } = await told(id, 'record.call-failed');
    expect((data as { why: string }).why).toMatch(/450/);
    await until(async () => (await waiting())[0]?.progress.attempts === 1);
    server.refuse(undefined);
    later(13_000);
    await told(id, 'record.call-answered');
    server.refuse(550);
    const other = await open({ what: 'tea', buyer: who });
    await act(other, 'place');
    const given = await told(other, 'record.call-given-up');
    expect(given.data).toMatchObject({ attempt: 1, error: 'NOT_PLACED' });
  });

  it('when the server answers too late, then what failed does not leave afterwards', async () => {
    const started = await start(undefined, undefined, 'retries: 0\n    timeout: PT2S');
    const { open, act, told, later } = started;
    server.silent(true);
    const who = await buyer(started);
    const ids = [];
    for (const what of ['tea', 'milk', 'salt', 'oil', 'rice', 'figs']) {
      const id = await open({ what, buyer: who });
      await act(id, 'place');
      ids.push(id);
    }
    for (const id of ids)
      expect((await told(id, 'record.call-given-up')).data).toMatchObject({
        why: expect.stringContaining('no answer'),
      });
    server.silent(false);
    const next = await open({ what: 'soap', buyer: who });
    await act(next, 'place');
    // After five failures the server's circuit is open.
    later(3_600_000);
    await told(next, 'record.call-answered');
    expect(server.mails.map(({ text }) => /Subject: ([^\r]*)/.exec(text)?.[1])).toEqual(['O-7: soap']);
  });

  it('when the server hangs up in the middle of it, then it is said why, and sent again once', async () => {
    const started = await start();
    server.breakOff(true);
    const id = await started.open({ what: 'tea', buyer: await buyer(started) });
    await started.act(id, 'place');
    const { data } = await started.told(id, 'record.call-failed');
    expect((data as { why: string }).why).toMatch(/it hung up/);
    await started.until(async () => (await started.waiting())[0]?.progress.attempts === 1);
    server.breakOff(false);
    started.later(13_000);
    await started.told(id, 'record.call-answered');
    expect(server.mails).toHaveLength(1);
  });

  it('when one of two is refused for good, then the log says so, and who it was', async () => {
    const started = await start();
    server.refuse(550, 'bea@example.org');
    const id = await started.open({ what: 'tea', buyer: await buyer(started) });
    await started.act(id, 'place');
    const { data } = await started.told(id, 'record.call-answered');
    expect(data).toMatchObject({ rejected: 1 });
    const opened = await started.daybook.installation.personal.openForDisplay(data);
    expect(opened).toMatchObject({ sent: { rejected: ['bea@example.org'] } });
    expect(server.mails.map(({ to }) => to)).toEqual([['store@example.org']]);
  });

  it('when no server for mail is named, then it is kept, and admins see what would have been sent', async () => {
    const started = await start({});
    const { open, act, told, daybook } = started;
    const id = await open({ what: 'tea', buyer: await buyer(started) });
    await act(id, 'place');
    await told(id, 'record.call-answered');
    await daybook.settled();
    const page = (await (await daybook.as('admin')).get('/-/mails')).text;
    expect(page).toContain('bea@example.org');
    expect(page).toContain('O-1: tea');
    expect(page).toContain('not sent');
    expect((await (await daybook.as('clerk')).get('/-/mails')).status).toBe(403);
  });
});
