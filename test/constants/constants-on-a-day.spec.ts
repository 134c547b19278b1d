// Which limit held on a day: by the version that was in force then, whatever a later one says of that day.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { decoded, system, type Browser } from '../web/daybook.js';
import { API, changing, document, PAGE, type Changing } from './changing.js';

describe('given a limit that was changed on its page, and then by a version that also speaks of earlier days', () => {
  let here: Changing;
  let auditor: Browser;

  beforeAll(async () => {
    here = await changing();
    const values = [{ constant: 'limit', value: '200 EUR' }];
    await here.change('fay', { values, from: '2026-11-25', reason: 'Decided by the board' });
    here.at('2026-12-10T23:30:00.000Z');
    const limit =
      '  limit: [{ value: 100 EUR, from: 2026-01-01 }, { value: 70 EUR, from: 2026-12-05 }, { value: 60 EUR, from: 2027-02-01 }]';
    await here.daybook.send(new PublishSpecification({ text: document(limit), context: system() }));
    await here.daybook.settled();
    auditor = await here.browser('audrey');
  });
  afterAll(() => here.close());

  async function pageOn(query: string) {
    const page = parse((await auditor.get(`${PAGE}${query}`).expect(200)).text);
    const cells = page
      .querySelectorAll('tbody tr')
      .find((row) => row.querySelector('th')?.text === 'Limit')!
      .querySelectorAll('td');
    const [value, since, earlier, later] = cells.map(({ innerHTML }) =>
      decoded(innerHTML.replaceAll('</p><p', '</p> · <p').replaceAll(/<[^>]*>/g, '')),
    );
    const below = page.querySelector('.db-below')!;
    return { page, below: below.text, link: below.querySelector('a'), value, since, earlier, later };
  }

  it.each([
    ['2026-11-24', '€100', '1 Jan 2026', 1],
    ['2026-11-25', '€200', '25 Nov 2026', 1],
    ['2026-12-06', '€200', '25 Nov 2026', 1],
    ['2026-12-10', '€200', '25 Nov 2026', 1],
    ['2026-12-11', '€70', '5 Dec 2026', 2],
    ['2027-02-01', '€60', '1 Feb 2027', 2],
  ])('then on %s it was %s, since %s, by version %i', async (day, value, since, version) => {
    const shown = await pageOn(`?at=${day}`);
    expect([shown.value, shown.since]).toEqual([value, since]);
    expect(shown.link?.getAttribute('href')).toBe(`/claims/specification?version=${version}`);
    const line = shown.page.querySelectorAll('tbody th a').find(({ text }) => text === 'Limit')!;
    expect(line.getAttribute('href')).toMatch(
      new RegExp(`^/claims/specification\\?version=${version}#line-\\d+$`),
    );
  });

  it('then the API answers by the same version', async () => {
    const limitOn = async (day: string) => {
      const { version, constants } = (await here.get(`${API}?at=${day}`)) as unknown as {
        readonly version: number;
        readonly constants: readonly { readonly name: string }[];
      };
      return { version, ...constants.find(({ name }) => name === 'limit') };
    };
    expect(await limitOn('2026-12-06')).toMatchObject({
      version: 1,
      value: '200 EUR',
      from: '2026-11-25',
      mayChange: false,
    });
    expect(await limitOn('2026-12-11')).toMatchObject({
      version: 2,
      value: '70 EUR',
      later: [{ from: '2027-02-01', value: '60 EUR' }],
    });
    const refused = await auditor.get(`${API}?at=soon`);
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('“soon” is no day')]);
  });

  it('then a day before anything was published is answered by the first version, and the page says so', async () => {
    const shown = await pageOn('?at=2026-03-01');
    expect(shown.value).toBe('€100');
    expect(shown.below).toContain('Nothing had been published in this installation yet on 1 Mar 2026');
  });

  it('then every value is listed with the day from which on it holds', async () => {
    const shown = await pageOn('');
    expect([shown.value, shown.since]).toEqual(['€70', '5 Dec 2026']);
    expect(shown.earlier).toBe('€100 from 1 Jan 2026 · €200 from 25 Nov 2026');
    expect(shown.later).toBe('€60 from 1 Feb 2027');
  });

  it('then nothing can be changed on the page of a day, and a link leads back to today', async () => {
    const fay = await here.browser('fay');
    const form = (text: string) => parse(text).querySelector('form.db-form');
    expect(form((await fay.get(PAGE)).text)).not.toBeNull();
    const { text } = await fay.get(`${PAGE}?at=2026-11-24`);
    expect(form(text)).toBeNull();
    expect(parse(text).querySelector('input[name=at]')!.getAttribute('value')).toBe('2026-11-24');
    expect(parse(text).querySelector(`.db-moment a[href="${PAGE}"]`)?.text).toBe('Today');
  });

  it.each(['soon', '2026-02-30'])('then “%s” is refused, since it is no day', async (day) => {
    const answer = await auditor.get(`${PAGE}?at=${day}`);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`“${day}” is no day. Write 2026-05-03.`);
  });
});
