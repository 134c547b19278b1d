import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { decoded, system, type Daybook } from '../daybook.js';
import {
  ENGINES,
  person,
  startPublished,
  type ExamplePerson,
  type PublishedDaybook,
} from '../processes/on-both-engines.js';

const DOCUMENT = documentOf({
  1: 'name: Visits\nkey: visits\ntimeZone: Europe/Berlin',
  3: `entities:
  Visit:
    fields: { title: { type: text, required: true }, host: user, auditor: user, day: date, secretDay: date }
  Note:
    fields: { title: { type: text, required: true } }`,
  4: `lifecycles:
  Visit:
    states: { planned: Planned, over: { title: Over, final: true } }
    actions: { finish: { from: planned, to: over } }
    timers:
      remind: { title: Remind the host, in: planned, after: P3D, mail: write, unless: record.day == null }
      warn: { title: Warn the auditor, in: planned, after: P5D, mail: warn }
      prepare: { title: Prepare, in: planned, at: record.day, action: finish }
      check: { title: Check, in: planned, at: record.secretDay, action: finish }`,
  6: `roles: { boss: Boss, clerk: Clerk, guest: Guest }
permissions:
  Visit:
    read: { boss: true, clerk: record.openedBy == user.id }
    open: [boss, clerk]
    fields: { auditor: { read: [boss], edit: [boss, clerk] }, secretDay: { read: [boss], edit: [boss, clerk] } }
  Note: { read: [guest], open: [guest] }`,
  7: `calls:
  write: { mail: { to: record.host.email, subject: Tomorrow, text: Hello } }
  warn: { mail: { to: [record.auditor.email, record.openedBy.email], subject: Soon, text: Hello } }`,
  9: `constants:
  limit: [{ value: 100 EUR }, { value: 200 EUR, from: 2099-01-01 }]`,
});

const TALKS = documentOf({
  1: 'name: Talks\nkey: talks\ntimeZone: Europe/Berlin',
  3: 'entities: { Talk: { fields: { day: { type: date, required: true } } } }',
  4: `lifecycles:
  Talk:
    states: { planned: Planned, over: { title: Over, final: true } }
    actions: { finish: { from: planned, to: over } }
    timers: { hold: { title: Hold it, in: planned, at: record.day, action: finish } }`,
  9: 'constants: { seats: [{ value: 10 }, { value: 20, from: 2098-06-01 }] }',
});

const [bea, cleo, carl, gus] = [
  person('Bea Boss', 'boss'),
  person('Cleo Clerk', 'clerk'),
  person('Carl Clerk', 'clerk'),
  person('Gus Guest', 'guest'),
];
type Person = ExamplePerson;

interface Scheduled {
  readonly items: readonly {
    readonly title: string;
    readonly timer: string;
    readonly due: string;
    readonly to: readonly string[];
  }[];
  readonly constants: readonly object[];
  readonly next?: string;
}

describe.each(ENGINES)('what is scheduled, on $name', (engines) => {
  let published: PublishedDaybook;
  let daybook: Daybook;
  const ids: Record<string, string> = {};

  beforeAll(async () => {
    published = await startPublished(engines, {
      key: 'visits',
      document: DOCUMENT,
      people: [bea, cleo, carl, gus],
    });
    ({ daybook } = published);
    const people = { host: carl.id, auditor: bea.id };
    await open('Late', { ...people, day: '2098-01-02', secretDay: '2098-03-01' }, cleo);
    await open('Soon', { ...people, day: '2098-01-01', secretDay: '2098-02-01' }, bea);
    await daybook.settled();
  }, 60_000);
  afterAll(() => published.close());

  async function open(title: string, input: object, { id: actor }: Person): Promise<void> {
    ids[title] = uuid();
    const context = { actor, commandId: uuid() };
    const of = { application: 'visits', entity: 'Visit', id: ids[title], context };
    await daybook.send(new OpenRecord({ ...of, input: { title, ...input } }));
  }
  const as = (who: Person) => published.as(who);
  const scheduled = async (who: Person, address = '/api/visits/-/scheduled') =>
    (await (await as(who)).get(address)).body as Scheduled;
  const timersOf = ({ items }: Scheduled) => items.map(({ title, timer }) => `${title} ${timer}`);

  it('lists the timers of all records, the soonest first', async () => {
    const found = await scheduled(bea);
    expect(timersOf(found)).toEqual([
      'Late remind',
      'Soon remind',
      'Late warn',
      'Soon warn',
      'Soon prepare',
      'Late prepare',
      'Soon check',
      'Late check',
    ]);
    const dues = found.items.map(({ due }) => due);
    expect(dues).toEqual(dues.toSorted());
  });

  it('lists the planned values of constants', async () => {
    expect((await scheduled(bea)).constants).toEqual([
      { application: 'visits', constant: 'limit', value: '200 EUR', from: '2099-01-01' },
    ]);
  });

  describe('over all applications', () => {
    const everywhere = (who: Person) => scheduled(who, '/api/-/scheduled');

    it('lists what the viewer finds in each of them, the soonest first', async () => {
      await daybook.send(new PublishSpecification({ text: TALKS, context: system() }));
      const talk = { application: 'talks', entity: 'Talk', id: uuid(), input: { day: '2098-01-15' } };
      await daybook.send(new OpenRecord({ ...talk, context: { actor: gus.id, commandId: uuid() } }));
      await daybook.settled();
      const { items, constants } = await everywhere(bea);
      const talks = (await scheduled(bea, '/api/talks/-/scheduled')).items;
      expect(talks.map(({ timer }) => timer)).toEqual(['hold']);
      const all = [...(await scheduled(bea)).items, ...talks];
      expect(items).toEqual(all.toSorted((one, other) => one.due.localeCompare(other.due)));
      expect(constants).toEqual([
        { application: 'talks', constant: 'seats', value: '20', from: '2098-06-01' },
        { application: 'visits', constant: 'limit', value: '200 EUR', from: '2099-01-01' },
      ]);
    });

    it('lists no record that the viewer may not read, and no constant of an application closed to them', async () => {
      const mine = await everywhere(cleo);
      expect(mine.items.map(({ timer }) => timer)).toEqual(['remind', 'warn', 'hold']);
      const stranger = person('Sid Stranger');
      await published.register(stranger);
      await daybook.settled();
      const theirs = await everywhere(stranger);
      expect(theirs.items.map(({ timer }) => timer)).toEqual(['hold']);
      expect(theirs.constants).toEqual([
        { application: 'talks', constant: 'seats', value: '20', from: '2098-06-01' },
      ]);
    });

    it('answers 401 to who is not signed in', async () => {
      expect((await daybook.browser().get('/api/-/scheduled')).status).toBe(401);
    });
  });

  it('lists only records that the viewer may read, and no timer that counts from hidden fields', async () => {
    expect(timersOf(await scheduled(cleo))).toEqual(['Late remind', 'Late warn']);
    expect(timersOf(await scheduled(carl))).toEqual([]);
    expect(timersOf(await scheduled(gus))).toEqual([]);
  });

  it('names the recipients of a mail, but none that is read from a hidden field', async () => {
    const recipients = async (who: Person, timer: string) => {
      const { items } = await scheduled(who);
      return items.find((each) => each.title === 'Late' && each.timer === timer)!.to;
    };
    expect(await recipients(bea, 'remind')).toEqual([carl.id]);
    expect(await recipients(bea, 'warn')).toEqual([bea.id, cleo.id]);
    expect(await recipients(cleo, 'remind')).toEqual([carl.id]);
    expect(await recipients(cleo, 'warn')).toEqual([cleo.id]);
  });

  it('is a page with the record, what happens, on which conditions and to whom', async () => {
    const page = decoded((await (await as(bea)).get('/visits/-/scheduled')).text);
    expect(page).toContain('Remind the host: mail to Carl Clerk');
    expect(page).toContain('if still “Planned”');
    expect(page).toContain('<code>record.day == null</code>');
    expect(page).toContain(`href="/visits/visits/${ids['Late']!}"`);
    expect(page).toContain('Changes to €200');
  });

  it('names on a record’s own page who is written to, as far as the viewer may see it', async () => {
    const page = async (who: Person) =>
      decoded((await (await as(who)).get(`/visits/visits/${ids['Late']!}`)).text);
    expect(await page(bea)).toContain('Warn the auditor: mail to Bea Boss, Cleo Clerk');
    expect(await page(cleo)).toContain('Warn the auditor: mail to Cleo Clerk');
    expect(await page(cleo)).toContain('href="/visits/-/scheduled"');
  });

  it('is reached from the navigation where a timer of a readable record can run', async () => {
    const links = async (who: Person, address: string) => (await (await as(who)).get(address)).text;
    expect(await links(bea, '/visits/visits')).toContain('href="/visits/-/scheduled"');
    expect(await links(gus, '/visits/notes')).not.toContain('href="/visits/-/scheduled"');
  });

  it('answers 404 to people who may not enter the application', async () => {
    const stranger = person('Stu Stranger');
    await published.register(stranger);
    await daybook.settled();
    const browser = await as(stranger);
    expect((await browser.get('/visits/-/scheduled')).status).toBe(404);
    expect((await browser.get('/api/visits/-/scheduled')).status).toBe(404);
  });

  it('goes on over several pages, each timer and each constant once', async () => {
    for (let n = 0; n < 20; n++) await open(`More ${n}`, { day: `2099-06-${n + 10}` }, bea);
    await daybook.settled();
    const found: string[] = [];
    const constants: object[] = [];
    let address: string | undefined = '/api/visits/-/scheduled';
    for (let pages = 0; address !== undefined && pages < 5; pages++) {
      const page: Scheduled = await scheduled(bea, address);
      found.push(...timersOf(page));
      constants.push(...page.constants);
      address = page.next;
    }
    expect(found).toHaveLength(8 + 3 * 20);
    expect(new Set(found).size).toBe(found.length);
    expect(constants).toEqual([
      { application: 'visits', constant: 'limit', value: '200 EUR', from: '2099-01-01' },
    ]);
  });
});
