// With more choices than a list shows, and without scripts.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { ErasePerson, LockPerson, AppointDeputy } from '#domain/user/user-commands.js';
import { formAsShown } from '#test/web/browser-form.js';
import { decoded, PEOPLE, system, type Browser } from '#test/web/daybook.js';
import {
  COLLEAGUES,
  colleagueName,
  startWithManyToChoose,
  supplierName,
  type ManyToChoose,
} from './many-to-choose.js';

/** Without the blank choice. */
function choicesIn(html: string, name: string): readonly string[] {
  const select = new RegExp(`<select[^>]* name="${name.replaceAll('.', '\\.')}"[^>]*>([\\s\\S]*?)</select>`);
  const options = select.exec(html)?.[1];
  if (options === undefined) throw new Error(`nothing is chosen by “${name}”`);
  const all = [...options.matchAll(/<option value="([^"]*)"[^>]*>([^<]*)</g)];
  return all.filter(([, value]) => value !== '').map(([, , title]) => decoded(title!));
}

const plain = (html: string): string => decoded(html.replaceAll('<!-- -->', ''));

const dayIn = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** Locked and erased colleagues. */
const GONE = [301, 302];

describe('given 1,240 suppliers and 520 people', () => {
  let daybook: ManyToChoose;
  let browser: Browser;
  let order: string;
  const page = async (path: string) => plain((await browser.get(path).expect(200)).text);
  const post = async (path: string, form: Record<string, string>, status = 200) =>
    plain((await browser.post(path).type('form').send(form).expect(status)).text);

  beforeAll(async () => {
    daybook = await startWithManyToChoose();
    browser = await daybook.as('boss');
    order = uuid();
    const input = { title: 'Lenses', supplier: daybook.supplier(1_201), owner: daybook.colleague(511) };
    const context = { actor: daybook.colleague(1), commandId: uuid() };
    await daybook.send(new OpenRecord({ application: 'buying', entity: 'Order', id: order, input, context }));
    await daybook.settled();
  }, 120_000);
  afterAll(() => daybook.close());

  describe('a form', () => {
    const path = '/buying/orders/new';

    it('says how many there are instead of showing some of them', async () => {
      const html = await page(path);
      expect(choicesIn(html, 'supplier')).toEqual([]);
      expect(html).toContain('To choose from 1,240');
    });

    it('shows first what the person chose in what they opened lately, as long as they may read it', async () => {
      const lately = async (who: 'boss' | 'second') => {
        const { text } = await (await daybook.as(who)).get(path).expect(200);
        return [...plain(text).matchAll(/<optgroup label="Chosen lately">([\s\S]*?)<\/optgroup>/g)].map(
          ([, options = '']) => [...options.matchAll(/<option[^>]*>([^<]*)</g)].map(([, title]) => title),
        );
      };
      const openOrder = async (supplier: string) => {
        const input = { title: 'Lenses', supplier, lines: [{ item: 'A', source: daybook.supplier(7) }] };
        const context = { actor: PEOPLE.second.id, commandId: uuid() };
        await daybook.send(
          new OpenRecord({ application: 'buying', entity: 'Order', id: uuid(), input, context }),
        );
        await daybook.settled();
      };
      expect(await lately('second')).toEqual([]);
      for (const number of [2, 1, 1_000]) await openOrder(daybook.supplier(number));
      // Carl reads suppliers 1 to 3 only.
      expect(await lately('second')).toEqual([[supplierName(1), supplierName(2)]]);
      expect(await lately('boss')).toEqual([]);
    });

    it('finds what is asked for, keeps what was typed, and sends what is chosen then', async () => {
      const shown = { ...formAsShown(await page(path)), title: 'Frames' };
      const found = await post(path, { ...shown, '_find.supplier': 'zurch', _find: 'supplier' });
      expect(choicesIn(found, 'supplier')).toEqual(['Zürcher Optik 0777']);
      expect(found).toContain('1 found.');
      const sent = formAsShown(found);
      expect(sent['title']).toBe('Frames');
      await post(path, { ...sent, supplier: daybook.supplier(777) }, 303);
    });

    it('says how many of how many it shows', async () => {
      const found = await post(path, {
        ...formAsShown(await page(path)),
        '_find.owner': 'colleague',
        _find: 'owner',
      });
      expect(choicesIn(found, 'owner')).toHaveLength(50);
      expect(found).toContain(`50 of ${COLLEAGUES - 1} found. Type more of the name.`);
    });

    it('finds people by parts of their names, folded, and by their whole sign-in names', async () => {
      const shown = formAsShown(await page(path));
      const find = async (text: string) =>
        choicesIn(await post(path, { ...shown, '_find.owner': text, _find: 'owner' }), 'owner');
      expect(await find('oller zo')).toEqual(['Zoë Möller']);
      expect(await find('PERSON.0519')).toEqual([colleagueName(519)]);
      // Only the person and admins see it, so a part of it must not find the rest.
      expect(await find('SON.0519')).toEqual([]);
    });

    it('keeps what is chosen among other matches, by its name', async () => {
      const edit = `/buying/orders/${order}/edit`;
      const shown = formAsShown(await page(edit));
      expect(shown['supplier']).toBe(daybook.supplier(1_201));
      const found = await post(edit, { ...shown, '_find.supplier': '0777', _find: 'supplier' });
      expect(choicesIn(found, 'supplier')).toEqual([supplierName(1_201), supplierName(777)]);
      expect(formAsShown(found)['supplier']).toBe(daybook.supplier(1_201));
      expect(formAsShown(found)['owner']).toBe(daybook.colleague(511));
      expect(found).toContain(`>${colleagueName(511)}</option>`);
    });

    it('finds in the rows of a table', async () => {
      const shown = formAsShown(await page(path));
      const name = 'lines.1.source';
      const asked = { ...shown, 'lines.0.item': 'Glue', [`_find.${name}`]: 'supplier 1240', _find: name };
      const found = await post(path, asked);
      expect(choicesIn(found, 'lines.0.source')).toEqual([]);
      expect(choicesIn(found, 'lines.1.source')).toEqual([supplierName(1_240)]);
      expect(formAsShown(found)['lines.0.item']).toBe('Glue');
    });

    it('finds in a row that is empty otherwise, and not the last one', async () => {
      const more = formAsShown(await post(path, { ...formAsShown(await page(path)), _rows: 'add lines' }));
      const found = await post(path, { ...more, '_find.lines.3.source': '1240', _find: 'lines.3.source' });
      expect(choicesIn(found, 'lines.3.source')).toEqual([supplierName(1_240)]);
    });

    it('finds in what an action asks for', async () => {
      const send = `/buying/orders/${order}/actions/send`;
      const shown = formAsShown(await page(send));
      const found = await post(send, { ...shown, '_find.checker': 'zoe', _find: 'checker' });
      expect(choicesIn(found, 'checker')).toEqual(['Zoë Möller']);
    });

    it('sends nothing while a search stands there that nothing was chosen from', async () => {
      const shown = { ...formAsShown(await page(path)), title: 'Cases', supplier: daybook.supplier(5) };
      const typed = { ...shown, '_find.supplier': '0778' };
      const answer = await post(path, typed, 422);
      expect(answer).toContain('Choose from what was found for “0778”, or empty the search.');
      expect(choicesIn(answer, 'supplier')).toEqual([supplierName(5), supplierName(778)]);
      await post(path, { ...formAsShown(answer), supplier: daybook.supplier(778) }, 303);
    });

    it('offers and counts what its reader may read, and nothing else', async () => {
      const second = await daybook.as('second');
      const html = plain((await second.get(path).expect(200)).text);
      expect(choicesIn(html, 'supplier')).toEqual([1, 2, 3].map(supplierName));
      expect(html).not.toContain('1,240');
      const asked = { ...formAsShown(html), '_find.supplier': '0777', _find: 'supplier' };
      const found = plain((await second.post(path).type('form').send(asked)).text);
      expect(choicesIn(found, 'supplier')).toEqual([1, 2, 3].map(supplierName));
    });

    it('offers nobody who is locked or erased', async () => {
      const reason = 'They left.';
      const [locked, erased] = GONE.map((number) => daybook.colleague(number)) as [string, string];
      await daybook.send(new LockPerson({ id: locked, reason, context: system() }));
      await daybook.send(new ErasePerson({ id: erased, reason, context: system() }));
      await daybook.settled();
      const shown = formAsShown(await page(path));
      const found = await post(path, { ...shown, '_find.owner': 'colleague 030', _find: 'owner' });
      expect(choicesIn(found, 'owner')).toEqual(
        [30, 300, 303, 304, 305, 306, 307, 308, 309].map(colleagueName),
      );
    });
  });

  it('then “Assign” finds everybody', async () => {
    const record = await page(`/buying/orders/${order}`);
    expect(choicesIn(record, 'to')).toEqual([]);
    const assign = `/buying/orders/${order}/assign`;
    const found = await post(assign, { commandId: uuid(), seen: '1', '_find.to': 'zoe', _find: 'to' });
    expect(choicesIn(found, 'to')).toEqual(['Zoë Möller']);
    await post(assign, { commandId: uuid(), seen: '1', to: daybook.colleague(415) }, 303);
    await daybook.settled();
    expect(choicesIn(await page(`/buying/orders/${order}`), 'to')).toEqual(['Zoë Möller']);
  });

  it('then the page of deputies finds every colleague', async () => {
    const shown = formAsShown(
      /<form class="card db-form"[\s\S]*?<\/form>/.exec(await page('/-/deputies'))![0],
    );
    const find = { ...shown, '_find.deputy': 'zoe', _find: 'deputy', until: '2027-01-31' };
    const found = await post('/-/deputies', find);
    expect(choicesIn(found, 'deputy')).toEqual(['Zoë Möller']);
    expect(formAsShown(found)['until']).toBe('2027-01-31');
  });

  it('then the API takes any id', async () => {
    const fields = {
      title: 'By a program',
      supplier: daybook.supplier(1_239),
      owner: daybook.colleague(518),
    };
    expect((await browser.post('/api/buying/Order').send({ fields })).status).toBe(201);
  });

  describe('given an order from each supplier', () => {
    beforeAll(async () => {
      for (let number = 1; number <= 230; number += 1) {
        const input = {
          title: `Order ${number}`,
          supplier: daybook.supplier(number),
          owner: daybook.colleague(number),
        };
        const context = { actor: daybook.colleague(number), commandId: uuid() };
        const on = { application: 'buying', entity: 'Order', id: uuid() };
        await daybook.send(new OpenRecord({ ...on, input, context }));
      }
      await daybook.settled();
    }, 60_000);

    /** Titles of a filter's checkboxes. */
    const boxes = (html: string, key: string) =>
      [...html.matchAll(new RegExp(`name="${key}"[^>]*/><span[^>]*>([^<]*)<`, 'g'))].map(
        ([, title]) => title,
      );

    it('then the filters of a list say what they show, and find the rest', async () => {
      const list = await page('/buying/orders');
      expect(boxes(list, 'supplier')).toHaveLength(50);
      expect(/50 of 23\d shown\./.test(list)).toBe(true);
      const found = await page('/buying/orders?_find.supplier=0229&_find.owner=person.0228');
      expect(boxes(found, 'supplier')).toEqual([supplierName(229)]);
      expect(boxes(found, 'owner')).toEqual([colleagueName(228)]);
      expect(found).not.toContain('There is no filter');
      const chosen = await page(`/buying/orders?_find.supplier=0229&supplier=${daybook.supplier(230)}`);
      expect(boxes(chosen, 'supplier')).toEqual([supplierName(229), supplierName(230)]);
      expect(chosen).toContain('Order 230');
      expect(chosen).not.toMatch(/\.csv\?[^"]*_find/);
    });

    it('then a filter searches among the records of the list alone', async () => {
      const found = await page('/buying/orders?_find.supplier=0600');
      expect(boxes(found, 'supplier')).toEqual([]);
      expect(found).toContain('Nothing found for “0600”.');
    });
  });

  it('then the timeline finds everybody to filter by', async () => {
    browser = await daybook.as('admin');
    expect(choicesIn(await page('/-/timeline'), 'person')).toEqual([]);
    const found = await page('/-/timeline?_find.person=oller');
    expect(choicesIn(found, 'person')).toEqual(['Zoë Möller']);
    expect(found).not.toContain('There is no filter');
    const chosen = await page(`/-/timeline?_find.person=oller&person=${PEOPLE.admin.id}`);
    expect(choicesIn(chosen, 'person')).toEqual([PEOPLE.admin.name, 'Zoë Möller']);
    expect(choicesIn(await page('/-/timeline?_find.person=by+itself'), 'person')).toEqual([
      'Daybook, by itself',
    ]);
  });

  describe('given that every colleague names Lea Lead as a deputy', () => {
    let lea: Browser;
    const naming = Array.from({ length: COLLEAGUES }, (_, index) => index + 1).filter(
      (number) => !GONE.includes(number),
    );

    beforeAll(async () => {
      lea = await daybook.as('boss');
      const { text } = await lea.get('/-/notices');
      const deputy = /data-person="([^"]+)"/.exec(text)![1]!;
      for (const number of naming) {
        const id = daybook.colleague(number);
        const days = { application: null, role: null, from: dayIn(0), until: dayIn(30) };
        const context = { actor: id, commandId: uuid() };
        await daybook.send(new AppointDeputy({ id, deputation: uuid(), deputy, ...days, context }));
      }
      await daybook.settled();
    }, 60_000);

    it('then she stands in for all of them, and her page says so', async () => {
      const { body } = await lea.get('/api/-/deputies');
      expect((body as { standsInFor: unknown[] }).standsInFor).toHaveLength(naming.length);
      const { text } = await lea.get('/-/deputies');
      for (const number of [1, 415, COLLEAGUES]) expect(text).toContain(colleagueName(number));
    });
  });
});
