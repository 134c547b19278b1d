import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { IssueLink, RegisterUser } from '#domain/user/user-commands.js';
import { createOneTimeLink } from '#identity/one-time-links.js';
import { documentOf } from '#test/specification/documents.js';
import { hiddenIn, startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Spending\nkey: spending',
  3: 'entities:\n  Spend:\n    title: Spending\n    fields: { title: text }',
  4: `lifecycles:
  Spend:
    states: { waiting: Waiting, approved: { title: Approved, final: true } }
    actions:
      approve: { from: waiting, to: approved, sign: I approve this spending }`,
});

describe('a person who signs in without a password', () => {
  const id = uuid();
  let daybook: Daybook;
  let browser: Browser;

  beforeAll(async () => {
    daybook = await startDaybook({ on: { passwords: false }, peopled: false });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    await daybook.send(new RegisterUser({ id, name: 'Mia', signInName: 'mia', context: system() }));
    const { link, token } = createOneTimeLink(id, 'x'.repeat(43), Date.now());
    await daybook.send(new IssueLink({ id, link, context: system() }));
    await daybook.settled();
    browser = daybook.browser();
    await browser.post('/-/welcome').type('form').send({ token });
  });
  afterAll(() => daybook.close());

  it('is told that a signature needs one, as often as they try, and stays signed in', async () => {
    const form = await browser.get('/spending/spends/new');
    const opened = await browser
      .post('/spending/spends/new')
      .type('form')
      .send({ ...hiddenIn(form.text), title: 'A microscope' });
    const action = `${String(opened.headers['location']).split('?')[0]}/actions/approve`;
    await daybook.settled();
    for (let attempt = 1; attempt <= 4; attempt++) {
      const { text } = await browser.get(action);
      expect(text).toContain('Ask an admin for a one-time link, choose a password by it');
      expect(text).not.toMatch(/-\/signing\?for=|class="btn btn-primary" type="submit"/);
      const hidden = hiddenIn(text);
      const answer = await browser
        .post(action)
        .type('form')
        .send({ ...hidden, _name: 'mia', _password: 'what is it' });
      expect([answer.status, answer.text]).toEqual([
        409,
        expect.stringContaining('A signature asks for a password, and you have none.'),
      ]);
    }
    expect((await browser.get('/-/account')).status).toBe(200);
  });
});
