// Whoever looks for what one click does opens these files. The README's own application: nothing in it is there for this test.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { PublishSpecification } from '#domain/specification/specification-commands.js';
import { RegisterUser } from '#domain/user/user-commands.js';
import { readmeExample } from '../specifications/readme-example.js';
import {
  type Browser,
  type Daybook,
  PEOPLE,
  hiddenIn,
  inputIn,
  startDaybook,
  system,
} from '../web/daybook.js';
import { recordFilesRun, type Recording } from './files-run.js';

/** Not to be raised for a new indirection: for something new that every action does, and with a word in decision 441. */
const MOST = 148;

describe('one action and the page after it', () => {
  let daybook: Daybook;
  let browser: Browser;
  let recording: Recording;

  beforeAll(async () => {
    recording = await recordFilesRun();
    daybook = await startDaybook({ peopled: false });
    await daybook.send(new PublishSpecification({ text: readmeExample(), context: system() }));
    const { id, name } = PEOPLE.clerk;
    await daybook.send(new RegisterUser({ id, name, demo: true, context: system() }));
    await daybook.settled();
    browser = await daybook.as('clerk');
  });

  afterAll(async () => {
    recording.stop();
    await daybook.close();
  });

  async function lend(key: string): Promise<string> {
    const form = await browser.get('/keys/loans/new');
    const values = { ...hiddenIn(form.text), key, member: 'Bo' };
    return (await browser.post('/keys/loans/new').type('form').send(values)).headers['location']!;
  }

  async function takeBack(record: string): Promise<number> {
    const page = await browser.get(record);
    const values = { commandId: inputIn(page.text, 'commandId'), seen: inputIn(page.text, 'seen') };
    await daybook.settled();
    await recording.since();
    const done = await browser.post(`${record}/actions/return`).type('form').send(values);
    expect(done.status).toBe(303);
    return (await browser.get(done.headers['location']!)).status;
  }

  it(`run code in ${MOST} files at most`, async () => {
    // What is only made ready once is not part of a click.
    expect(await takeBack(await lend('1'))).toBe(200);

    expect(await takeBack(await lend('2'))).toBe(200);

    const files = await recording.since();
    expect(files).toContain('src/domain/record/take-action.ts');
    expect(files).toContain('views/pages/record.tsx');
    expect(files.length > MOST ? files : []).toEqual([]);
  });
});
