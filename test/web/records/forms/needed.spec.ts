// Fields that may stay empty until the next action.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { v7 as uuid } from 'uuid';
import { OpenRecord } from '#domain/record/record-commands.js';
import { PEOPLE, startDaybook, type Daybook, type Who } from '#test/web/daybook.js';

const LINES = 'Lines needed for “Send”';

describe('a form with a field that the next action needs', () => {
  let daybook: Daybook;
  const id = uuid();

  beforeAll(async () => {
    daybook = await startDaybook();
    await daybook.send(
      new OpenRecord({
        application: 'orders',
        entity: 'Order',
        id,
        input: { title: 'Tea' },
        context: { actor: PEOPLE.clerk.id, commandId: uuid() },
      }),
    );
    await daybook.settled();
  });
  afterAll(() => daybook.close());

  const marksFor = async (who: Who, address: string) => {
    const { text } = await (await daybook.as(who)).get(address);
    const marks = parse(text).querySelectorAll('form.db-form .db-required');
    return marks.map((mark) => `${mark.parentNode?.childNodes[0]?.textContent} ${mark.textContent}`);
  };

  it('says so when it is filled in and when it is changed', async () => {
    expect(await marksFor('clerk', '/orders/orders/new')).toContain(LINES);
    expect(await marksFor('clerk', `/orders/orders/${id}/edit`)).toContain(LINES);
  });

  it('says nothing of it to whom the action is not open', async () => {
    const marks = await marksFor('boss', `/orders/orders/${id}/edit`);
    expect(marks).toContain('Title required');
    expect(marks).not.toContain(LINES);
  });
});
