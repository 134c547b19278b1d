import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { ChangeRecord, CommentRecord, OpenRecord } from '#domain/record/record-commands.js';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { documentOf } from '#test/specification/documents.js';
import { startDaybook, system, type Browser, type Daybook } from '../daybook.js';

const FIELDS = Array.from({ length: 40 }, (_, index) => `      note${index}: { type: text }`).join('\n');

const DOCUMENT = documentOf({
  1: 'name: Papers\nkey: papers',
  2: 'screens: { /papers: { list: Paper } }',
  3: `entities:
  Paper:
    title: Paper
    fields:
      lines: { type: table, fields: { words: { type: text } } }
${FIELDS}`,
  9: 'limits: { rows: 300, text: 4000 }',
  6: 'roles: { clerk: Clerk }\npermissions:\n  Paper: { open: [clerk], read: [clerk], edit: [clerk], comment: [clerk] }',
});

const RECORDS = 12;
const ROWS = 290;
const rowsOf = (sign: string) => Array.from({ length: ROWS }, () => ({ words: sign.repeat(3_000) }));

describe('a history of large tables and long texts', () => {
  let daybook: Daybook;
  let clerk: Browser;
  let auditor: Browser;
  const ids = Array.from({ length: RECORDS }, () => uuid());
  const [paper] = ids;
  const wide = uuid();

  const signedIn = async (role: readonly [string, string]) => {
    const id = uuid();
    const roles = [{ application: role[0], role: role[1] }];
    await daybook.send(new RegisterUser({ id, name: role[1], demo: true, roles, context: system() }));
    await daybook.settled();
    const browser = daybook.browser();
    await browser.post('/-/sign-in/demo').type('form').send({ person: id });
    return { id, browser };
  };

  beforeAll(async () => {
    daybook = await startDaybook({ peopled: false });
    await daybook.send(new PublishSpecification({ text: DOCUMENT, context: system() }));
    const writer = await signedIn(['papers', 'clerk']);
    clerk = writer.browser;
    auditor = (await signedIn(['-', 'auditor'])).browser;
    const by = () => ({ actor: writer.id, commandId: uuid() });
    const on = { application: 'papers', entity: 'Paper' };
    for (const id of ids)
      await daybook.send(new OpenRecord({ ...on, id, input: { lines: rowsOf('a') }, context: by() }));
    const about = { ...on, id: paper! };
    await daybook.send(
      new ChangeRecord({ ...about, input: { lines: rowsOf('b') }, baseVersion: 1, context: by() }),
    );
    await daybook.send(new CommentRecord({ ...about, text: `${'c'.repeat(3_000)}end`, context: by() }));
    const notes = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`note${index}`, String(index % 10).repeat(900)]),
    );
    await daybook.send(new OpenRecord({ ...on, id: wide, input: notes, context: by() }));
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  it('takes less than 200,000 bytes on the timeline, and links to each event', async () => {
    const { text } = await auditor.get('/-/timeline');
    expect(text.length).toBeLessThan(200_000);
    expect(text.match(/Show everything/g)?.length).toBe(RECORDS + 3);
    expect(text.match(/and 285 more rows/g)?.length).toBe(RECORDS + 2);
    expect(text).toContain('Before: 290 rows');
    const href = /<p class="db-whole"><a href="(\/-\/events\/\d+)"/.exec(text)![1]!;
    expect((await auditor.get(href)).text).not.toContain('Show everything');
  });

  it('shows a reader of the record the beginning, and all of one event behind its link', async () => {
    const { text } = await clerk.get(`/papers/papers/${paper}`);
    const history = text.slice(text.indexOf('id="history"'));
    expect(history.length).toBeLessThan(40_000);
    const hrefs = [...history.matchAll(/<p class="db-whole"><a href="([^"]+)"/g)].map(([, href]) => href!);
    expect(hrefs).toHaveLength(3);
    const comment = await clerk.get(hrefs[0]!.replaceAll('&amp;', '&'));
    expect(comment.text).toContain('cend</blockquote>');
    expect(comment.text.match(/Show everything/g)).toHaveLength(2);
    expect(comment.text).toContain(`id="${hrefs[0]!.split('#')[1]}"`);
  });

  it('shows some fields of an event that changed many', async () => {
    const { text } = await clerk.get(`/papers/papers/${wide}`);
    const history = text.slice(text.indexOf('id="history"'));
    const shown = history.match(/\d{600}…/g)!.length;
    expect(shown).toBeGreaterThan(5);
    expect(shown).toBeLessThan(12);
    expect(history).toContain('Show everything');
  });

  it('cuts nothing short', async () => {
    const { text } = await auditor.get('/-/timeline?type=user.registered');
    expect(text).not.toContain('Show everything');
  });
});
