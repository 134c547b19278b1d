import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { UNKNOWN_ACTOR_ID } from '#domain/event.js';
import { AssignRecord, ImportRecord, OpenRecord } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { MAX_UNFILTERED_CHOICES } from '#query-handling/lists/choices.js';
import { APPLICATION, readingApp, type ReadingApp } from './reading-app.js';
import { SHOP_TEXT } from '../screens/shop.js';

let app: ReadingApp;
let boss: SignedInPerson;
let auditor: SignedInPerson;
const HAPPENED = '2011-10-11T12:00:00.000Z';

const context = () => ({ actor: 'system', commandId: uuid(), correlationId: uuid() });

async function fromLog(name: string): Promise<string> {
  const id = uuid();
  await app.send(new RegisterUser({ id, name, fromLog: true, context: context() }));
  return id;
}

async function imported(by: string, title: string, at = HAPPENED): Promise<string> {
  const id = uuid();
  const source = { line: 7, fingerprint: 'step 1', attributes: { note: 'kept' } };
  const step = { action: 'place', input: {}, actor: by, at, source };
  const history = {
    input: { title, ...(by !== UNKNOWN_ACTOR_ID && { requestedBy: by }) },
    openedBy: by,
    openedAt: at,
    source: { line: 3, fingerprints: {} },
    log: 'old.xes',
  };
  const on = { application: APPLICATION, entity: 'Order', id, context: context() };
  await app.send(new ImportRecord({ ...on, ...history, steps: [step] }));
  return id;
}

const page = async (by: SignedInPerson, path: string) => parse((await app.get(by, path).expect(200)).text);
const options = (html: ReturnType<typeof parse>, select: string) =>
  html.querySelectorAll(`select[name="${select}"] option`).map(({ text }) => text.trim());

async function codes(command: OpenRecord | AssignRecord): Promise<readonly string[]> {
  const refused = await app.send(command).catch((error: unknown) => error);
  return refused instanceof Refused ? refused.reasons.map(({ code }) => code) : [];
}

let sietske: string;
let order: string;

beforeAll(async () => {
  app = await readingApp();
  await app.publish(SHOP_TEXT);
  boss = await app.person('Bo Boss', 'boss', 'clerk');
  auditor = await app.person('Audrey', '-:auditor', '-:admin');
  sietske = await fromLog('Sietske from 2011');
  order = await imported(sietske, 'Taken over');
});
afterAll(() => app.close());

describe('a person known from a log only', () => {
  it('is nobody to assign to, and nobody to name in a field', async () => {
    const on = { application: APPLICATION, entity: 'Order' };
    const as = { actor: boss.id, commandId: uuid(), correlationId: uuid() };
    const opening = { ...on, id: uuid(), input: { title: 'x', requestedBy: sietske }, context: as };
    expect(await codes(new OpenRecord(opening))).toEqual(['PERSON_FROM_LOG']);
    const mine = await app.open(boss, 'Order', { title: 'Mine' });
    const assigning = { ...on, id: mine, to: sietske, baseVersion: 1, context: { ...as, commandId: uuid() } };
    expect(await codes(new AssignRecord(assigning))).toEqual(['PERSON_FROM_LOG']);
  });

  it('stays where the log put them: what is sent back unchanged is no choice', async () => {
    await app.act(boss, 'Order', order, 'close', { reason: 'Done long ago' });
    expect((await page(boss, `/shop/orders/${order}`)).text).toContain('Sietske from 2011');
  });

  it('is in no list of people to choose from', async () => {
    expect(options(await page(boss, `/shop/orders/${order}`), 'to').join()).not.toContain('Sietske');
    expect((await app.sources.names.listed()).map(({ id }) => id)).toContain(boss.id);
  });

  it('stands behind those who work here, and marked, in filters and in the directory', async () => {
    const people = options(await page(auditor, '/-/timeline'), 'person');
    expect(people.indexOf('Bo Boss')).toBeLessThan(people.indexOf('Sietske from 2011 (from a log)'));
    expect(people).toContain('not recorded (from a log)');
    const boxes = (await page(boss, '/shop/orders')).querySelectorAll('input[name="requestedBy"]');
    expect(boxes.at(-1)?.closest('label')?.text.trim()).toBe('Sietske from 2011 (from a log)');
    const directory = (await page(auditor, '/-/people')).querySelectorAll('tbody th').map(({ text }) => text);
    expect(directory.at(-1)).toMatch(/Sietske from 2011\s*from a log/);
  });
});

describe('a deed whose log names nobody', () => {
  it('was done by somebody not recorded, and not by Daybook', async () => {
    const id = await imported(UNKNOWN_ACTOR_ID, 'By whom');
    const record = await page(boss, `/shop/orders/${id}`);
    expect(record.querySelectorAll('.db-sentence').map(({ text }) => text.trim())[0]).toMatch(
      /^Unknown person \(not recorded\)/,
    );
    expect(record.text).not.toContain('Daybook: Place');
    const found = await page(auditor, `/-/timeline?person=${UNKNOWN_ACTOR_ID}`);
    expect(found.querySelectorAll('.db-timeline-item')).toHaveLength(2);
  });
});

describe('the timeline after an import', () => {
  const days = async (query: string) =>
    (await page(auditor, `/-/timeline${query}`)).querySelectorAll('.db-day h2').map(({ text }) => text);

  it('is in the order in which things were written down, under the days on which they were', async () => {
    const all = await days('');
    expect(new Set(all).size).toBe(all.length);
    expect(all.join()).not.toContain('2011');
    expect((await page(auditor, '/-/timeline')).text).toMatch(/Happened\s+11 Oct(ober)? 2011/);
  });

  it('is in the order in which things happened where it says so, page after page', async () => {
    const early = await imported(sietske, 'Earlier still', '2009-01-02T08:00:00.000Z');
    const seen: string[] = [];
    let at: string | undefined = '?order=happened&application=shop&type=record.opened';
    let html;
    for (; at !== undefined; at = html.querySelector('a[rel="next"]')?.getAttribute('href')) {
      html = await page(auditor, at.startsWith('?') ? `/-/timeline${at}` : at.replaceAll('&amp;', '&'));
      expect(html.text).toContain('In the order in which things happened');
      seen.push(...html.querySelectorAll('.db-day h2').map(({ text }) => text));
    }
    expect(seen.at(-1)).toContain('2009');
    expect(early).toBeDefined();
  });

  it('finds activities by the words that are shown', async () => {
    const activity = await page(auditor, '/-/timeline?activity=shop.Order.close');
    expect(activity.querySelectorAll('.db-timeline-item')).toHaveLength(1);
    expect(options(activity, 'activity')).toContain('Close');
    const searched = await page(auditor, '/-/timeline?type=record.action-taken&q=Clo');
    expect(searched.querySelectorAll('.db-sentence').map(({ text }) => text)).toEqual([
      expect.stringContaining('Close'),
    ]);
    const both = await page(auditor, '/-/timeline?q=close+long');
    expect(both.querySelectorAll('.db-timeline-item')).toHaveLength(1);
    expect((await page(auditor, '/-/timeline?q=close+nothing')).text).toContain('Nothing matches');
    expect((await page(auditor, '/-/timeline?activity=shop')).text).toContain('The activity is not known');
  });
});

describe('an event as it is stored', () => {
  const eventOf = async (by: SignedInPerson) => {
    const { documents } = await app.sources.readModels
      .generation('timeline')
      .find<{ position: number }>('events', { filter: { action: 'place' }, limit: 1 });
    return page(by, `/-/events/${documents[0]!.position}`);
  };

  it('shows whoever sees every field what the log said', async () => {
    const all = await app.person('Sees all', 'boss', '-:auditor');
    const html = await eventOf(all);
    expect(html.querySelector('pre')!.text).toContain('kept');
    expect(html.text).not.toContain('Left out');
  });

  it('says what it leaves out of it for others', async () => {
    const html = await eventOf(auditor);
    expect(html.querySelector('pre')!.text).not.toContain('kept');
    expect(html.text).toMatch(/Left out, whether or not .* you may not see it: metadata\.source\.attributes/);
  });
});

describe('very many people known from logs', () => {
  it('push nobody out who works here, and are found', async () => {
    for (let index = 0; index < MAX_UNFILTERED_CHOICES + 20; index += 20)
      await Promise.all(Array.from({ length: 20 }, (_, each) => fromLog(`A log's ${index + each}`)));
    const late = await app.person('Zora, registered last');
    expect((await app.sources.names.listed()).map(({ id }) => id)).toContain(late.id);
    expect(options(await page(auditor, '/-/timeline'), 'person')).toContain('Zora, registered last');
    const found = options(await page(auditor, '/-/timeline?_find.person=log%27s+217'), 'person');
    expect(found).toContain("A log's 217 (from a log)");
  });
});

describe('a person of a log', () => {
  it.each(['Daybook', 'SYSTEM', 'not recorded'])(
    'who is called “%s” is told from what bears that name here',
    async (name) => {
      const id = await imported(await fromLog(name), `By ${name}`);
      const told = `a person called “${name}”`;
      expect((await page(boss, `/shop/orders/${id}`)).text).toContain(told);
      const history = await page(auditor, `/-/timeline?application=${APPLICATION}&order=happened`);
      expect(history.text).toContain(told);
    },
  );
});
