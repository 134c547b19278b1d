import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { DamagedEventError, EventStoreUnavailable } from '#event-store/event-store.js';
import { LOG, type Log } from '#web/errors/server-log.js';
import { hiddenIn, inputIn, startDaybook, type Browser, type Daybook } from '../daybook.js';

const NEW_ORDER = '/orders/orders/new';
const TYPED = { title: 'Paper', 'lines.0.item': 'A4', 'lines.0.quantity': '2', 'lines.0.price': '12.50' };

const PLACE = { stream: 'orders.Order-1', version: 0, position: 7 };

describe('when nothing can be written', () => {
  let daybook: Daybook;
  let clerk: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    clerk = await daybook.as('clerk');
  });

  afterEach(() => void jest.restoreAllMocks());

  afterAll(async () => daybook.close());

  const appendFailsWith = (error: Error) =>
    jest.spyOn(daybook.installation.store, 'append').mockRejectedValue(error);

  const open = async (more: Record<string, string>) =>
    clerk
      .post(NEW_ORDER)
      .type('form')
      .send({ ...TYPED, ...more });

  it('a form says so, keeps what was typed, and can be sent again once', async () => {
    const hidden = hiddenIn((await clerk.get(NEW_ORDER)).text);
    appendFailsWith(new EventStoreUnavailable('the disk is full'));
    const answer = await open(hidden);
    expect(answer.status).toBe(503);
    expect(answer.text).toContain('Nothing can be saved just now.');
    expect(answer.text).not.toContain('the disk is full');
    expect(inputIn(answer.text, 'title')).toBe('Paper');
    expect(inputIn(answer.text, 'lines.0.price')).toBe('12.50');
    jest.restoreAllMocks();
    const sent = hiddenIn(answer.text);
    const both = [await open(sent), await open(sent)];
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(both[0]!.headers['location']).toBe(both[1]!.headers['location']);
  });

  it('a program is told when to try again', async () => {
    appendFailsWith(new EventStoreUnavailable('the disk is full'));
    const answer = await clerk.post('/api/orders/Order').send({ fields: { title: 'Paper' } });
    expect([answer.status, answer.body.code, answer.headers['retry-after']]).toEqual([
      503,
      'UNAVAILABLE',
      '5',
    ]);
  });

  it('nobody foresaw why, the page says so with a number, and nothing of the inside', async () => {
    appendFailsWith(new Error('secret detail at /srv/daybook.sqlite'));
    const hidden = hiddenIn((await clerk.get(NEW_ORDER)).text);
    const answer = await open(hidden);
    expect(answer.status).toBe(500);
    expect(answer.text).toContain(answer.headers['x-correlation-id']);
    const program = await clerk.post('/api/orders/Order').send({ fields: { title: 'Paper' } });
    expect([program.status, program.body.code]).toEqual([500, 'INTERNAL']);
    for (const said of [answer.text, program.text])
      expect(said).not.toMatch(/secret|sqlite|\.ts\b|at Object/);
  });

  it.each([
    [
      'words and no stack of what is known',
      new DamagedEventError(PLACE, 'it is not what was written'),
      false,
    ],
    ['the stack of what nobody foresaw', new Error('odd'), true],
  ])('the log gets %s', async (_words, error, stack) => {
    const write = jest.spyOn(daybook.app.get<Log>(LOG), 'error').mockReturnValue(undefined);
    appendFailsWith(error);
    await clerk.post('/api/orders/Order').send({ fields: { title: 'Paper' } });
    expect(write).toHaveBeenCalledTimes(1);
    const [about, words] = write.mock.calls[0] as unknown as [{ err?: unknown; about?: string }, string?];
    expect([about.err, about.about, words]).toEqual(
      stack ? [error, undefined, undefined] : [undefined, error.name, error.message],
    );
  });

  it('health says what is down', async () => {
    jest.spyOn(daybook.installation.log, 'head').mockRejectedValue(new EventStoreUnavailable('gone'));
    const answer = await daybook.browser().get('/-/health');
    expect(answer.status).toBe(503);
    const down = { status: 'down', why: 'unavailable' };
    expect(answer.body).toMatchObject({ status: 'error', error: { 'event store': down } });
    expect(answer.text).not.toContain('gone');
  });

  it('health says in words that an engine does not answer', async () => {
    const never = new Promise<never>(() => {});
    jest.spyOn(daybook.installation.log, 'head').mockReturnValue(never);
    jest.spyOn(daybook.installation.projections, 'health').mockReturnValue(never);
    const answer = await daybook.browser().get('/-/health');
    const down = { status: 'down', why: 'no answer within 2.5 seconds' };
    expect(answer.body.error).toMatchObject({ 'event store': down, projections: down });
  });

  it('health says nothing of the inside where nobody foresaw what is wrong', async () => {
    jest.spyOn(daybook.installation.log, 'head').mockRejectedValue(new TypeError('x is undefined'));
    const answer = await daybook.browser().get('/-/health');
    expect(answer.body.error['event store']).toEqual({ status: 'down', why: 'an unexpected error' });
  });

  it('health says once what two places have found', async () => {
    const { healthIssues: troubles } = daybook.installation;
    const shown = 'some keys are missing';
    for (const about of ['keys of a', 'keys of b'])
      troubles.raise({
        key: about,
        adminMessage: `${about}: restore keys.sqlite`,
        publicMessage: shown,
        severity: 'error',
      });
    const answer = await daybook.browser().get('/-/health');
    for (const about of ['keys of a', 'keys of b']) troubles.resolve(about);
    expect([answer.status, answer.body.error.troubles]).toEqual([503, { status: 'down', told: [shown] }]);
    expect(answer.text).not.toContain('keys.sqlite');
  });
});
