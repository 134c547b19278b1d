import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { documentOf } from '#test/specification/documents.js';
import { TimelineQueries } from '#web/timeline/timeline-queries.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const DOCUMENT = documentOf({
  1: 'key: shop\nname: Firm\ntimeZone: Europe/Berlin',
  3: `entities:
  Case:
    title: "{name}"
    fields: { name: text, secret: integer }`,
  6: `roles: { staff: Staff, boss: Boss }
permissions:
  Case:
    open: [staff]
    edit: [staff]
    read: [staff]
    fields: { secret: { read: [boss], edit: [staff] } }`,
});

interface TimelineAnswer {
  readonly items: readonly { readonly position: number; readonly type: string; readonly data: object }[];
  readonly next?: string;
  readonly previous?: string;
}

const HIDDEN_VALUE = 987_654_321;

describe('given three cases whose secrets were changed', () => {
  let app: ReadingApp;
  let [staff, auditor, boss] = [] as unknown as [SignedInPerson, SignedInPerson, SignedInPerson];

  beforeAll(async () => {
    app = await readingApp(() => '2026-05-01T08:00:00.000Z');
    await app.publish(DOCUMENT);
    staff = await app.person('Sam', 'shop:staff');
    auditor = await app.person('Audrey', '-:auditor');
    boss = await app.person('Bea', '-:auditor', 'shop:boss');
    for (const name of ['Lamp', 'Desk', 'Chair']) {
      const id = await app.open(staff, 'Case', { name, secret: 1 });
      await app.change(staff, 'Case', id, { secret: HIDDEN_VALUE });
    }
  });
  afterAll(() => app.close());

  async function answer(path: string, by = auditor): Promise<TimelineAnswer> {
    return (await app.get(by, path).expect(200)).body as TimelineAnswer;
  }

  it('then it has the events of the page, newest first, with who, what and when', async () => {
    const { items } = await answer('/api/-/timeline?application=shop&type=changes');
    expect(items).toHaveLength(6);
    expect(items[0]).toMatchObject({
      type: 'record.changed',
      who: 'Sam',
      actor: staff.id,
      at: '2026-05-01T10:00:00.000+02:00',
      application: 'shop',
    });
    const positions = items.map(({ position }) => position);
    expect(positions).toEqual(positions.toSorted((one, other) => other - one));
  });

  it('then the cursors lead through all of it, onwards and back', async () => {
    const all = (await answer('/api/-/timeline?application=shop&type=changes')).items;
    const found: TimelineAnswer['items'][number][] = [];
    let page = await answer('/api/-/timeline?application=shop&type=changes&limit=2');
    expect(page.previous).toBeUndefined();
    for (;;) {
      expect(page.items.length).toBeLessThanOrEqual(2);
      found.push(...page.items);
      if (page.next === undefined) break;
      page = await answer(page.next);
    }
    expect(found).toEqual(all);
    const before = await answer(page.previous!);
    expect(before.items).toEqual(all.slice(2, 4));
  });

  it('then what it cannot understand is refused', async () => {
    for (const query of ['position.from=x', 'ghost=1', 'limit=0', 'limit=201', 'within=soon'])
      expect([query, (await app.get(auditor, `/api/-/timeline?${query}`)).status]).toEqual([query, 400]);
  });

  it('then it is for auditors and admins, as are its exports', async () => {
    for (const path of ['/api/-/timeline', '/api/-/timeline.csv', '/api/-/timeline.jsonl'])
      expect([path, (await app.get(staff, path)).status]).toEqual([path, 403]);
  });

  it('then a hidden value finds nothing, and is not in the data', async () => {
    expect((await answer(`/api/-/timeline?value=${HIDDEN_VALUE}`, boss)).items).toHaveLength(3);
    for (const query of [`value=${HIDDEN_VALUE}`, `q=${HIDDEN_VALUE}`, 'field=shop.Case.secret'])
      expect((await answer(`/api/-/timeline?${query}`)).items).toEqual([]);
    expect(JSON.stringify(await answer('/api/-/timeline?application=shop'))).not.toContain(
      String(HIDDEN_VALUE),
    );
  });

  /** Each export has an id, and stands in the log before the next. */
  const withoutPlace = (text: string) =>
    text.replace(/(export\W{1,3})[\w-]{36}/, '$1').replace(/(position\W{1,2})\d+/, '$1');

  it('then an export has all of it, whatever page its address is of', async () => {
    const exported = async (query: string) =>
      withoutPlace((await app.get(auditor, `/api/-/timeline.csv?${query}`).expect(200)).text);
    const whole = await exported('value=1');
    for (const page of ['after=damaged', 'before=damaged'])
      expect(await exported(`value=1&${page}`)).toBe(whole);
  });

  it('then the whole of it is exported as from the page', async () => {
    for (const end of ['csv', 'jsonl']) {
      const [page, api] = await Promise.all(
        ['', '/api'].map((root) => app.get(auditor, `${root}/-/timeline.${end}?value=1`).expect(200)),
      );
      expect(api!.headers['content-type']).toBe(page!.headers['content-type']);
      expect(withoutPlace(api!.text)).toBe(withoutPlace(page!.text));
    }
  });

  it('then an export ends at the position that it names, whatever is recorded while it is sent', async () => {
    const queries = app.app.get(TimelineQueries, { strict: false });
    const read = queries.pages.bind(queries);
    let late = 0;
    queries.pages = async function* (...of) {
      await app.open(staff, 'Case', { name: 'Late' });
      late = app.installation.projections.position('timeline');
      yield* read(...of);
    };
    const { text } = await app.get(auditor, '/api/-/timeline.jsonl?application=shop').expect(200);
    const [{ timeline }, ...events] = text
      .trim()
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line)) as [
      { readonly timeline: { readonly position: number } },
      ...{ readonly position: number }[],
    ];
    expect(timeline.position).toBeLessThan(late);
    expect(Math.max(...events.map(({ position }) => position))).toBeLessThanOrEqual(timeline.position);
  });
});
