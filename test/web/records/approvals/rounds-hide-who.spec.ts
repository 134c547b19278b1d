// A field hidden from the viewer decides who has to approve.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { startDaybook, system, type Daybook } from '#test/web/daybook.js';

const DOCUMENT = documentOf({
  1: 'name: Grants\nkey: grants',
  3: `entities:
  Grant:
    title: "{title}"
    fields:
      title: { type: text, required: true }
      author: { type: user }`,
  4: `lifecycles:
  Grant:
    states: { waiting: Waiting, granted: { title: Granted, final: true } }
    actions:
      grant: { from: waiting, to: granted, by: [judge, chair], approvals: 2, not: [record.author] }`,
  6: `roles: { staff: { title: Staff, everyone: true }, judge: Judge, chair: Chair }
permissions:
  Grant:
    read: [staff]
    fields: { author: { read: [judge], edit: [staff] } }`,
});

const PASSWORD = 'a sentence is fine';
const [ida, ivo, carl] = (
  [
    ['Ida', 'judge'],
    ['Ivo', 'judge'],
    ['Carl', 'chair'],
  ] as const
).map(([name, role]) => ({ id: uuid(), name, signInName: name.toLowerCase(), role }));
type Person = NonNullable<typeof ida>;

describe('given a round in which whoever a hidden field names may not approve', () => {
  let daybook: Daybook;

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    for (const { role, ...each } of [ida!, ivo!, carl!])
      await daybook.send(
        new RegisterUser({
          ...each,
          password: PASSWORD,
          roles: [{ application: 'grants', role }],
          context: system(),
        }),
      );
  });
  afterAll(() => daybook.close());

  const roundFor = async ({ signInName }: Person, author: Person) => {
    const opened = await daybook
      .browser()
      .post('/api/grants/Grant')
      .auth(ida!.signInName, PASSWORD)
      .send({ fields: { title: 'A loom', author: author.id } });
    expect(opened.status).toBe(201);
    await daybook.settled();
    const browser = daybook.browser();
    await browser.post('/-/sign-in').type('form').send({ name: signInName, password: PASSWORD });
    const { text } = await browser.get(`/grants/grants/${(opened.body as { id: string }).id}`);
    return /Waits for [^.]*\./.exec(parse(text).querySelector('main')!.textContent)?.[0];
  };

  it('when a colleague looks who may not see the field, then the page is the same for either value', async () => {
    const [one, other] = [await roundFor(carl!, ivo!), await roundFor(carl!, ida!)];
    expect(one).toBe('Waits for 2 people (Judge, Chair), you among them.');
    expect(other).toBe(one);
  });

  it('when a colleague looks who may see it, then those are named who can approve', async () => {
    expect(await roundFor(ida!, carl!)).toBe('Waits for you and Ivo.');
    expect(await roundFor(ida!, ida!)).toBe('Waits for Ivo and Carl.');
  });
});
