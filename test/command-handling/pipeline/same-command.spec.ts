// Repeating a command id is idempotent, and refused with another payload.
import { beforeEach, describe, expect, it } from '@jest/globals';
import { createPayloadHasher } from '#command-handling/pipeline/command-digests.js';
import { AssignRecord } from '#domain/record/record-commands.js';
import { ErasePerson, RegisterUser, SetPassword } from '#domain/user/user-commands.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { act, change, comment, context, open, recordId, withPeople } from '../commands.js';
import { codesOf, writing, type Writing } from '../writing.js';

const stream = (index: number) =>
  streams.record(RecordRef.of({ application: 'purchasing', entity: 'Request', id: recordId(index) }));

let here: Writing;

beforeEach(async () => {
  here = writing();
  await withPeople(here);
});

const saying = <C extends { data: { context: object } }>(command: C, commandId: string): C => {
  Object.assign(command.data.context, { commandId });
  return command;
};

describe('given a command that was saved', () => {
  const visitor = 'Anneke Bos, 0171 5550199';

  beforeEach(async () => {
    await here.bus.execute(open(1, 'ada', { title: 'A saw', visitor }, 'form-1'));
    await here.bus.execute(change(1, 'ada', { note: 'blue' }, 1, 'form-2'));
    await here.bus.execute(saying(comment(1, 'ada', 'Soon.'), 'form-3'));
    await here.bus.execute(
      new AssignRecord({
        ...comment(1, 'ada', '').data,
        context: context('ada', 'form-4'),
        to: 'ada',
        baseVersion: 3,
      }),
    );
    await here.bus.execute(saying(act(1, 'ada', 'ping', 4), 'form-5'));
  });

  it('when the same is sent again, then it is done already, in another process as well', async () => {
    const { bus } = here.another();
    const again = await bus.execute(open(1, 'ada', { visitor, title: 'A saw' }, 'form-1'));
    expect(again).toMatchObject({ version: 1, already: true });
    expect(await bus.execute(change(1, 'ada', { note: 'blue' }, 5, 'form-2'))).toMatchObject({
      version: 2,
      already: true,
    });
    expect(await here.events(stream(1))).toHaveLength(5);
  });

  it.each([
    ['another opening', () => open(1, 'ada', { title: 'A drill', visitor }, 'form-1')],
    ['another personal value', () => open(1, 'ada', { title: 'A saw', visitor: 'Somebody' }, 'form-1')],
    ['another change', () => change(1, 'ada', { note: 'red' }, 2, 'form-2')],
    ['another comment', () => saying(comment(1, 'ada', 'Never mind.'), 'form-3')],
    [
      'another assignment',
      () =>
        new AssignRecord({
          ...comment(1, 'ada', '').data,
          context: context('ada', 'form-4'),
          to: null,
          baseVersion: 5,
        }),
    ],
    ['another action', () => saying(act(1, 'ada', 'submit', 5), 'form-5')],
    ['another kind of command', () => saying(comment(1, 'ada', 'blue'), 'form-2')],
  ])('when %s is sent with its id, then it is refused, and nothing is written', async (_, command) => {
    expect(await codesOf(here.bus.execute(command()))).toEqual(['COMMAND_REUSED']);
    expect(await here.events(stream(1))).toHaveLength(5);
  });

  it('when somebody else uses its id, then theirs is a command of its own', async () => {
    const written = await here.bus.execute(saying(comment(1, 'bert', 'Soon.'), 'form-3'));
    expect(written).toMatchObject({ version: 6, already: false });
  });

  it('when somebody who may not see the record uses its id, then they are told what a stranger is told', async () => {
    await here.bus.execute(new RegisterUser({ id: 'eve', name: 'Eve', context: context('system') }));
    const [known, unknown] = await Promise.all(
      ['form-3', 'form-9'].map(async (id) =>
        codesOf(here.bus.execute(saying(comment(1, 'eve', 'Soon.'), id))),
      ),
    );
    expect(known).toEqual(unknown);
    expect(known).toEqual(['NOT_PERMITTED']);
  });

  it('when its id is used for another record, then nothing is swallowed', async () => {
    const other = await here.bus.execute(open(2, 'ada', { title: 'A drill' }, 'form-1'));
    expect(other).toMatchObject({ version: 1, already: false });
  });

  it('when it was written before there were fingerprints, then it is done already, as ever', async () => {
    const [first] = await here.events(stream(1));
    const { payload: _, ...metadata } = first!.metadata;
    const old = { id: crypto.randomUUID(), type: first!.type, data: first!.data, metadata };
    await here.store.append(stream(3), [old], 0);
    const again = await here.bus.execute(open(3, 'ada', { title: 'A drill' }, 'form-1'));
    expect(again).toMatchObject({ version: 1, already: true });
  });

  it('then nothing of what was sent can be read from its fingerprint', async () => {
    const [first] = await here.events(stream(1));
    expect(first!.metadata.payload).toMatch(/^[0-9a-f]{6}$/);
    expect(here.bytes()).not.toContain('5550199');
  });

  it('then the same in another command has another fingerprint: raw events do not tell that hidden values are equal', async () => {
    const set = (note: string, seen: number) => change(1, 'ada', { note }, seen);
    await here.bus.execute(set('red', 5));
    await here.bus.execute(set('blue', 6));
    await here.bus.execute(set('red', 7));
    const [red, , redAgain] = (await here.events(stream(1))).slice(5);
    expect(redAgain!.metadata.payload).not.toBe(red!.metadata.payload);
  });
});

describe('given two commands with one id at the same time, in two processes', () => {
  it('when they ask for different things, then one is saved and the other is told', async () => {
    const { bus } = here.another();
    const outcomes = await Promise.allSettled([
      here.bus.execute(open(1, 'ada', { title: 'A saw' }, 'form-1')),
      bus.execute(open(1, 'ada', { title: 'A drill' }, 'form-1')),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await here.events(stream(1))).toHaveLength(1);
  });

  it('when they are about two records and one unique value, then one record has it', async () => {
    const { bus } = here.another();
    const outcomes = await Promise.allSettled([
      here.bus.execute(open(1, 'ada', { title: 'A saw', reference: 'X-1' }, 'trace-1')),
      bus.execute(open(2, 'ada', { title: 'A drill', reference: 'X-1' }, 'trace-1')),
    ]);
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const there = await Promise.all([1, 2].map(async (index) => (await here.events(stream(index))).length));
    expect(there.sort()).toEqual([0, 1]);
  });
});

describe('given a person with a password', () => {
  const register = (name: string) =>
    new RegisterUser({ id: 'grace', name, signInName: 'grace', context: context('root', 'register-1') });
  const set = (password: string) =>
    new SetPassword({ id: 'grace', password, context: context('grace', 'password-1') });

  beforeEach(async () => {
    await here.bus.execute(register('Grace'));
    await here.bus.execute(set('seven otters in a boat'));
  });

  it('when the same is sent again, then it is done already', async () => {
    expect((await here.bus.execute(register('Grace'))).already).toBe(true);
    expect((await here.bus.execute(set('seven otters in a boat'))).already).toBe(true);
  });

  it('when something else is sent with the same id, then it is refused', async () => {
    expect(await codesOf(here.bus.execute(register('Grace Hopper')))).toEqual(['COMMAND_REUSED']);
  });

  it('when another password is sent with the same id, then it is refused, though no fingerprint holds it', async () => {
    expect(await codesOf(here.bus.execute(set('eight otters in a boat')))).toEqual(['COMMAND_REUSED']);
    const other = set('eight otters in a boat');
    expect(createPayloadHasher(here.ports, other)()).toBe(
      createPayloadHasher(here.ports, set('seven otters in a boat'))(),
    );
  });

  it('when the person was erased since, then what they set is not compared any more', async () => {
    await here.bus.execute(new ErasePerson({ id: 'grace', reason: 'asked', context: context('root') }));
    expect((await here.bus.execute(register('Grace'))).already).toBe(true);
  });
});
