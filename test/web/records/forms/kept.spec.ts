import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { formAsShown } from '#test/web/browser-form.js';
import { ORDERS, startDaybook, system, type Browser, type Daybook } from '#test/web/daybook.js';

const WITH_FILES = ORDERS.replace(/^( +)title: .*type: text.*$/m, '$&\n$1quote: file');
const NEW_ORDER = '/orders/orders/new';

describe('an answer to a form that could not be taken', () => {
  let daybook: Daybook;
  let clerk: Browser;

  beforeAll(async () => {
    daybook = await startDaybook();
    await daybook.send(new PublishSpecification({ text: WITH_FILES, context: system() }));
    await daybook.settled();
    clerk = await daybook.as('clerk');
  });

  afterAll(async () => daybook.close());

  const send = async (browser: Browser, fields: Record<string, string>) => {
    const request = browser.post(NEW_ORDER);
    for (const [name, value] of Object.entries(fields)) if (name !== 'quote') void request.field(name, value);
    return request.attach('quote', Buffer.from('%PDF-1.4'), 'quote.pdf');
  };

  it('keeps what was typed into a form with files when the session is over, names the files, and can be sent again', async () => {
    const { text: page } = await clerk.get(NEW_ORDER);
    expect(page).toContain('multipart/form-data');
    const typed = { ...formAsShown(page), title: 'Half an hour of <work>', notes: 'a\nb' };
    const answer = await send(daybook.browser(), typed);
    expect(answer.status).toBe(401);
    expect(answer.text).toContain('Half an hour of &lt;work&gt;');
    expect(answer.text).toContain('Choose quote.pdf again');
    expect(answer.text).toMatch(/<a[^>]* href="\/-\/sign-in"[^>]* target="_blank"/);
    const again = formAsShown(answer.text.replace('card db-form db-again', 'card db-form'));
    const sent = await send(clerk, again);
    expect(sent.status).toBe(303);
  });

  it('shows what was typed where sending it again would not help', async () => {
    const guest = await daybook.as('guest');
    const answer = await send(guest, { _command: uuid(), title: 'Not mine to open' });
    expect([403, 404]).toContain(answer.status);
    expect(answer.text).toContain('Not mine to open');
    expect(answer.text).not.toContain('Send it again');
  });

  it('shows and sends nothing that another site wrote', async () => {
    const answer = await clerk
      .post(NEW_ORDER)
      .set('Sec-Fetch-Site', 'cross-site')
      .type('form')
      .send({ title: 'forged by another site' });
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.text).not.toContain('forged by another site');
  });

  it('sends what was typed to no other site, whatever address was asked for', async () => {
    const { port, address } = daybook.app.getHttpServer().address() as AddressInfo;
    const pageAt = async (path: string) => {
      const asked = httpRequest({ host: address, port, path, method: 'POST' });
      asked.setHeader('Content-Type', 'application/x-www-form-urlencoded').end('title=typed+words');
      const [answer] = (await once(asked, 'response')) as [IncomingMessage];
      return text(answer);
    };
    for (const path of ['/\\elsewhere.example/orders', 'http://elsewhere.example/orders/orders/new']) {
      const page = await pageAt(path);
      expect(page).toContain('typed words');
      expect(page).not.toMatch(/action="[^"]*elsewhere/);
    }
    expect(await pageAt(`${NEW_ORDER}?x=1`)).toContain(`action="${NEW_ORDER}?x=1"`);
  });
});
