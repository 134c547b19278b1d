// What is due is listed; a person with the right decides, signed, for one or for many; the certificate stays.
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { EraseDueRecord } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { LOG, type Log } from '#web/errors/server-log.js';
import { findDryRunDifferences } from '../projections/dry-run-differences.js';
import { decoded, hiddenIn, inputIn, type Browser } from '../web/daybook.js';
import { MEANING, PASSWORD, PEOPLE, retaining, type Retaining } from './retaining.js';

const PAGE = '/visits/visits/retention';
const API = '/api/visits/Visit/retention';

interface Item {
  readonly id: string;
  readonly version: number;
  readonly title: string;
  readonly due: string;
  readonly held: string | null;
  readonly shown: string;
}

describe('retention', () => {
  let here: Retaining;
  let old: string;
  let disputed: string;
  let young: string;
  let ofTheBoard: string;
  let unfinished: string;
  let kim: Browser;

  beforeAll(async () => {
    here = await retaining();
    here.at('2026-11-20T10:00:00.000Z');
    old = await here.visit('An old one', '2016-11-10T10:00:00.000Z');
    disputed = await here.visit('A disputed one', '2016-01-10T10:00:00.000Z', { dispute: true });
    young = await here.visit('A young one', '2016-11-20T10:00:00.000Z');
    ofTheBoard = await here.visit('Kept by the board', '2015-11-20T10:00:00.000Z');
    unfinished = uuid();
    kim = await here.browser('kim');
  });
  afterAll(() => here.close());

  const api = (who: keyof typeof PEOPLE) =>
    here.daybook.browser().get(API).auth(PEOPLE[who].signInName, PASSWORD);
  const due = async () => ((await api('kim')).body as { items: readonly Item[] }).items;
  const erase = (body: object) => here.daybook.browser().post(API).auth('kim', PASSWORD).send(body);
  const signature = { name: 'kim', password: PASSWORD };
  const line = async (id: string) => (await due()).find((each) => each.id === id)!;
  const post = async (fields: Record<string, string>) => {
    const html = (await kim.get(PAGE)).text;
    return kim
      .post(PAGE)
      .type('form')
      .send({ ...hiddenIn(html), ...fields });
  };
  const tick = async (...ids: readonly string[]) => {
    const html = (await kim.get(PAGE)).text;
    return Object.fromEntries(ids.map((id) => [`erase.${id}`, inputIn(html, `erase.${id}`)!]));
  };

  it('lists what is due and whose time it is, the longest first; what is held says so', async () => {
    const items = await due();
    expect(items.map(({ id }) => id)).toEqual([disputed, old]);
    expect(items[1]).toMatchObject({ title: 'An old one', due: '2026-11-11T10:00:00.000Z', held: null });
    expect(items[0]!.held).toContain('In dispute is “yes”');
    const { text } = await kim.get(PAGE);
    expect(text).toContain('kept for 10 years after the record came to “Closed”');
    expect(text).toContain(MEANING);
    expect(text).toContain('Patient, Remark of the doctor');
    expect(inputIn(text, `erase.${disputed}`)).toBeUndefined();
    expect(text).not.toContain(young);
    expect(text).not.toContain(ofTheBoard);
    expect(text).not.toContain(unfinished);
  });

  it('is shown to nobody else, and their menu does not have it', async () => {
    const dora = await here.browser('dora');
    expect((await dora.get(PAGE)).status).toBe(403);
    expect((await api('dora')).status).toBe(403);
    expect(
      (
        await dora
          .post(PAGE)
          .type('form')
          .send({ [`erase.${old}`]: `2 ${'0'.repeat(64)}` })
      ).status,
    ).toBe(403);
    expect((await dora.get('/visits/visits')).text).not.toContain('Retention');
    expect((await kim.get('/visits/visits')).text).toContain(`href="${PAGE}"`);
  });

  it('erases nothing without a signature, with a wrong one, or of what was not seen as it is', async () => {
    const { id, version, shown } = await line(old);
    const unsigned = await erase({ records: [{ id, version, shown }] });
    expect([unsigned.status, unsigned.type]).toEqual([409, 'application/problem+json']);
    expect(unsigned.body).toMatchObject({
      status: 409,
      code: 'SIGNATURE_NEEDED',
      erased: [],
      refused: [{ id, status: 409, errors: [{ code: 'SIGNATURE_NEEDED' }] }],
    });
    const wrong = await erase({ records: [{ id, version }], signature: { ...signature, password: 'wrong' } });
    expect(wrong.body).toMatchObject({ code: 'SIGNATURE_WRONG' });
    const other = await erase({ records: [{ id, version: 1 }], signature });
    expect(other.status).toBe(409);
    expect(other.body).toMatchObject({ refused: [{ errors: [{ code: 'SIGNATURE_OUTDATED' }] }] });
    const forged = await erase({ records: [{ id, version, shown: 'f'.repeat(64) }], signature });
    expect(forged.body).toMatchObject({ refused: [{ errors: [{ code: 'SIGNATURE_OUTDATED' }] }] });
    expect(await here.types(old)).toEqual(['record.opened', 'record.action-taken']);
  });

  it('erases neither what is held, nor what is not due, nor what is not this person’s', async () => {
    const codes = [];
    for (const id of [disputed, young, ofTheBoard]) {
      const { body } = await erase({ records: [{ id, version: 2 }], signature });
      codes.push((body as { refused: { errors: { code: string }[] }[] }).refused[0]!.errors[0]!.code);
    }
    expect(codes).toEqual(['HELD', 'NOT_DUE', 'NOT_PERMITTED']);
  });

  it('is decided by people alone: the system itself is refused', async () => {
    const on = { application: 'visits', entity: 'Visit', id: old, baseVersion: 2 };
    const command = new EraseDueRecord({
      ...on,
      context: { actor: 'system', commandId: uuid() },
      signing: { by: 'password' },
    });
    await expect(here.daybook.send(command)).rejects.toThrow(Refused);
  });

  it('says what is missing, and keeps what was ticked and typed', async () => {
    const nothing = await post({ reason: 'Tidying up', _name: 'kim', _password: PASSWORD });
    expect([nothing.status, nothing.text.includes('No record is chosen')]).toEqual([422, true]);
    expect(nothing.text).toContain('Tidying up');
    const wrong = await post({ ...(await tick(old)), reason: 'Tidying up', _name: 'kim', _password: 'no' });
    expect(wrong.status).toBe(403);
    expect(wrong.text).toContain('nothing is signed');
    const box = new RegExp(`<input[^>]*name="erase\\.${old}"[^>]*>`).exec(wrong.text)![0];
    expect(box).toContain('checked');
  });

  it('erases what was ticked, for good; what is not personal stays, with who decided what by which rule', async () => {
    const second = await here.visit('Another old one', '2016-11-01T10:00:00.000Z');
    const fields = {
      ...(await tick(old, second)),
      reason: 'Nobody needs it',
      _name: 'kim',
      _password: PASSWORD,
    };
    const answer = await post(fields);
    expect([answer.status, answer.headers['location']]).toEqual([303, PAGE]);
    await here.daybook.settled();
    expect((await due()).map(({ id }) => id)).toEqual([disputed]);
    for (const id of [old, second]) {
      const types = (await here.types(id)).slice(2);
      expect(types).toEqual(['record.erasure-decided', 'record.erased']);
    }
    const { events } = await here.daybook.installation.store.read(`visits.Visit-${old}`);
    expect(events[2]).toMatchObject({
      data: {
        rule: { keep: 'P10Y', in: ['closed'] },
        from: '2016-11-11T10:00:00.000Z',
        due: '2026-11-11T10:00:00.000Z',
        signature: { meaning: MEANING, version: 2, by: 'password' },
      },
      metadata: { actor: PEOPLE.kim.id, reason: 'Nobody needs it' },
    });
    expect(events[3]).toMatchObject({ data: { keyFingerprint: expect.stringMatching(/^[0-9a-f]{64}$/) } });
    const page = (await kim.get(`/visits/visits/${old}`)).text;
    expect(page).toContain('An old one');
    expect(decoded(page)).toContain(
      'decided to erase the personal data (kept for 10 years, due since 11 Nov 2026)',
    );
    expect(page).toContain('erased the personal data');
    expect(page).not.toContain('Patient of');
    expect(page).not.toContain('Remark on');
    const opened = await here.daybook.installation.personal.openForDisplay(events);
    expect(JSON.stringify(opened)).not.toMatch(/Patient of|Remark on/);
  });

  it('of several, what is refused of one keeps no other from being erased, and is said', async () => {
    const one = await here.visit('One of two', '2016-10-01T10:00:00.000Z');
    const ticked = await tick(one);
    const stale = { [`erase.${disputed}`]: `2 ${'0'.repeat(64)}` };
    const answer = await post({ ...ticked, ...stale, _name: 'kim', _password: PASSWORD });
    expect(answer.status).toBe(207);
    expect(answer.text).toContain('One record was erased.');
    expect(answer.text).toContain('is held');
    expect(await here.types(one)).toContain('record.erased');
    expect(await here.types(disputed)).not.toContain('record.erased');
  });

  it('answers a program with 207 where some are erased and others are not, with the result of each', async () => {
    const one = await here.visit('One of three', '2016-09-01T10:00:00.000Z');
    const records = [one, disputed, young].map((id) => ({ id, version: 2 }));
    const { status, body } = await erase({ records, signature });
    expect(status).toBe(207);
    expect(body).toMatchObject({
      erased: [{ id: one }],
      refused: [
        { id: disputed, errors: [{ code: 'HELD' }] },
        { id: young, errors: [{ code: 'NOT_DUE' }] },
      ],
    });
    const again = await erase({ records: records.slice(1), signature });
    expect([again.status, again.body]).toMatchObject([
      409,
      { errors: [{ code: 'HELD' }, { code: 'NOT_DUE' }] },
    ]);
  });

  it('writes an unforeseen failure of one of several to the process log, with what failed', async () => {
    const ids = [await here.visit('One of four', '2016-08-01T10:00:00.000Z')];
    ids.push(await here.visit('Two of four', '2016-08-02T10:00:00.000Z'));
    const { app, installation } = here.daybook;
    const logged = jest.spyOn(app.get<Log>(LOG), 'error');
    const failing = jest.spyOn(installation.personal, 'erase').mockRejectedValueOnce(new Error('torn wire'));
    try {
      const { status, body } = await erase({ records: ids.map((id) => ({ id, version: 2 })), signature });
      expect([status, body]).toMatchObject([207, { erased: [{ id: ids[1] }], refused: [{ id: ids[0] }] }]);
      expect(logged.mock.calls).toEqual([
        [{ err: new Error('torn wire'), id: expect.any(String), path: API }],
      ]);
    } finally {
      failing.mockRestore();
      logged.mockRestore();
    }
  });

  it('the same again is done once, and what a crash left half done is finished by deciding again', async () => {
    const id = await here.visit('Half done', '2016-10-02T10:00:00.000Z');
    const { installation } = here.daybook;
    const records = [{ id, version: 2 }];
    const destroy = installation.personal.erase.bind(installation.personal);
    const away = Object.assign(installation.personal, { erase: () => Promise.reject(new Refused([])) });
    await erase({ records, signature });
    expect((await here.types(id)).slice(2)).toEqual(['record.erasure-decided']);
    Object.assign(away, { erase: destroy });
    await here.daybook.settled();
    expect((await due()).map((each) => each.id)).toContain(id);
    const { version } = await line(id);
    const finished = await erase({ records: [{ id, version }], signature });
    expect([finished.status, finished.body]).toMatchObject([200, { erased: [{ id }], refused: [] }]);
    expect((await erase({ records: [{ id, version }], signature })).body).toMatchObject({ erased: [{ id }] });
    expect((await here.types(id)).slice(2)).toEqual(['record.erasure-decided', 'record.erased']);
  });

  it('a replay erases nothing, and makes the same of it all', async () => {
    const before = (await here.daybook.installation.store.read(`visits.Visit-${young}`)).events;
    expect(await findDryRunDifferences(here.daybook.installation)).toEqual([]);
    const opened = await here.daybook.installation.personal.openForDisplay(before);
    expect(JSON.stringify(opened)).toContain('Patient of A young one');
  });

  it('nothing is erased by itself, however long it waits', async () => {
    const id = await here.visit('Left alone', '2016-10-03T10:00:00.000Z');
    here.at('2080-01-01T00:00:00.000Z');
    await kim.get(PAGE);
    await here.daybook.settled();
    expect(await here.types(id)).toEqual(['record.opened', 'record.action-taken']);
  });
});
