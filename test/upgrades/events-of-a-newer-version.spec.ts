// What an older Daybook does with events that it does not know: in a rolling upgrade, or after going back.
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { evolveCall, INITIAL_CALL } from '#domain/call/call-events.js';
import { evolveValueHolder, UNCLAIMED } from '#domain/claim/unique-value.js';
import { CommentRecord, OpenRecord } from '#domain/record/record-commands.js';
import { evolveSpecification, UNPUBLISHED } from '#domain/specification/publish-specification.js';
import { RecordRef } from '#domain/stream-names.js';
import { LockPerson } from '#domain/user/user-commands.js';
import { PEOPLE, startDaybook, type Daybook } from '../web/daybook.js';

let daybook: Daybook;
const order = { application: 'orders', entity: 'Order', id: uuid() };
const by = (actor: string) => ({ actor, commandId: uuid() });

beforeEach(async () => {
  daybook = await startDaybook();
  await daybook.send(new OpenRecord({ ...order, input: { title: 'Chairs' }, context: by(PEOPLE.clerk.id) }));
});
afterEach(() => daybook.close());

/** A type of a later version, or a later shape of one of today. */
async function appendUnknown(stream: string, type: string): Promise<void> {
  const { store } = daybook.installation;
  const { events, version } = await store.read(stream);
  const { metadata } = events[0]!;
  await store.append(stream, [{ id: uuid(), type, data: { colour: 'blue' }, metadata }], version);
  await daybook.settled();
}

describe.each(['record.painted', 'record.commented@9'])('given a record with an event of type %s', (type) => {
  beforeEach(() => appendUnknown(RecordRef.of(order).name, type));

  it('when something is done with it, then that is refused, and may be sent again to another process', async () => {
    const comment = new CommentRecord({ ...order, text: 'Blue?', context: by(PEOPLE.clerk.id) });
    await expect(daybook.send(comment)).rejects.toMatchObject({ reasons: [{ code: 'NEWER_VERSION' }] });
    const clerk = await daybook.as('clerk');
    const answer = await clerk
      .post(`/api/orders/Order/${order.id}/comments`)
      .set('Content-Type', 'application/json')
      .send({ text: 'Blue?' });
    expect([answer.status, (answer.body as { code?: string }).code]).toEqual([503, 'NEWER_VERSION']);
    expect(answer.headers['retry-after']).toBeDefined();
  });

  it('when something is done with another record, then it is done', async () => {
    const other = { ...order, id: uuid() };
    await daybook.send(new OpenRecord({ ...other, input: { title: 'Desk' }, context: by(PEOPLE.clerk.id) }));
    const comment = new CommentRecord({ ...other, text: 'Oak.', context: by(PEOPLE.clerk.id) });
    expect(await daybook.send(comment)).toMatchObject({ version: 2 });
  });

  it('when its pages and the timeline are opened, then they show what is known, and that there is more', async () => {
    const clerk = await daybook.as('clerk');
    expect((await clerk.get(`/orders/orders/${order.id}`)).text).toContain('Chairs');
    const admin = await daybook.as('admin');
    const timeline = (await admin.get('/-/timeline')).text;
    expect(timeline).toContain('did something');
    expect(timeline).not.toContain('blue');
    const head = (await daybook.installation.store.read(RecordRef.of(order).name)).events.at(-1)!.position;
    expect((await admin.get(`/-/events/${head}`)).text).toContain(type);
  });

  it('when health is asked, then it names the event and both versions', () => {
    const issues = daybook.installation.healthIssues.all().map(({ adminMessage }) => adminMessage);
    expect(issues.join('\n')).toMatch(
      new RegExp(`events of a newer version of Daybook: ${type} at position \\d+ .*This is Daybook \\d`),
    );
  });
});

describe('given a person with an event of an unknown type', () => {
  beforeEach(() => appendUnknown(`user-${PEOPLE.guest.id}`, 'user.badge-given'));

  it('when something is done with them, then that is refused', async () => {
    const lock = new LockPerson({ id: PEOPLE.guest.id, reason: 'Left.', context: by(PEOPLE.admin.id) });
    await expect(daybook.send(lock)).rejects.toMatchObject({ reasons: [{ code: 'NEWER_VERSION' }] });
  });

  it('when they sign in, then that is refused, since it may be about how they do that', async () => {
    await expect(daybook.as('guest')).rejects.toThrow(/^guest could not sign in: 503 /);
  });

  it('when people are shown, then they are still there', async () => {
    const admin = await daybook.as('admin');
    expect((await admin.get(`/-/people/${PEOPLE.guest.id}`)).text).toContain('Gus Guest');
    expect((await admin.get('/-/people')).text).toContain('Gus Guest');
  });
});

describe('what is folded from events', () => {
  const unknown = { type: 'user.badge-given', data: { colour: 'blue' } };

  it.each([
    ['a call', (event: never) => evolveCall(INITIAL_CALL, event), INITIAL_CALL],
    ['a unique value', (event: never) => evolveValueHolder(UNCLAIMED, event, ''), UNCLAIMED],
    ['a specification', (event: never) => evolveSpecification(UNPUBLISHED, event), UNPUBLISHED],
  ])('%s stays as it was at an event of an unknown type', (_, evolve, before) => {
    expect(evolve(unknown as never)).toEqual(before);
  });
});
