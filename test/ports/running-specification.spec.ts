// A record runs by the version it was moved to, or a newer one: where one process has not heard of that yet, nothing goes back.
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { getRunningVersion } from '#ports/running-specification.js';
import type { Refused } from '#domain/refusal.js';
import { RecordRef } from '#domain/stream-names.js';
import { EXAMPLE, field, REQUEST } from '../domain/example-specification.js';
import { act, change, comment, open, recordId, withPeople } from '../command-handling/commands.js';
import { codesOf, versions, writing, type Writing } from '../command-handling/writing.js';

/** The second version takes shorter notes. */
const SHORT = {
  ...REQUEST,
  fields: [...REQUEST.fields.filter(({ key }) => key !== 'note'), field('note', 'text', { max: 5 })],
};
const NEXT = { ...EXAMPLE, entities: { ...EXAMPLE.entities, Request: SHORT } };
const { name } = RecordRef.of({ application: 'purchasing', entity: 'Request', id: recordId(1) });

const [ahead, behind, ignorant] = [
  versions(2, EXAMPLE, NEXT),
  versions(1, EXAMPLE, NEXT),
  versions(1, EXAMPLE),
];

let here: Writing;
beforeEach(async () => {
  here = writing();
  await withPeople(here);
  await here.bus.execute(open(1, 'ada', { title: 'A saw' }));
});

const running = async () => (await here.events(name)).map(({ metadata }) => metadata.specification?.version);

describe('a record that another process has moved to a newer version', () => {
  beforeEach(async () => {
    await here.another(ahead).bus.execute(change(1, 'ada', { title: 'A big saw' }, 1));
  });

  it('is decided by it, and keeps it', async () => {
    const late = here.another(behind);
    expect(await codesOf(late.bus.execute(change(1, 'ada', { note: 'too long' }, 2)))).toEqual(['TOO_LONG']);
    await late.bus.execute(change(1, 'ada', { note: 'short' }, 2));
    await late.bus.execute(comment(1, 'ada', 'Soon, please.'));
    expect(await running()).toEqual([1, 2, 2, 2]);
  });

  it('is left alone by who has not heard of it, and can be gone on with later', async () => {
    const late = here.another(ignorant);
    expect(await codesOf(late.bus.execute(change(1, 'ada', { note: 'short' }, 2)))).toEqual(['UNAVAILABLE']);
    expect(await running()).toEqual([1, 2]);
  });

  it('takes nothing with it where it is found out only once values were claimed', async () => {
    await here.bus.execute(open(2, 'ada', { title: 'Another' }));
    const late = here.another(behind);
    const read = late.ports.store.read.bind(late.ports.store);
    let moved = false;
    late.ports.store.append = async (...said) => {
      const [stream] = said;
      if (!moved && stream.endsWith(recordId(2))) {
        moved = true;
        await here.another(ahead).bus.execute(change(2, 'ada', { title: 'Moved' }, 1));
      }
      return here.store.append(...said);
    };
    expect(await codesOf(late.bus.execute(change(2, 'ada', { reference: 'R-1' }, 1)))).toEqual([
      'UNAVAILABLE',
    ]);
    await here.another(ahead).bus.execute(change(1, 'ada', { reference: 'R-1' }, 2));
    expect((await read(name)).version).toBe(3);
  });
});

describe('a record that another process has moved to a newer version, to whom no role lets read any', () => {
  const readBy = (...roles: string[]) => {
    const read = {
      ...REQUEST.permissions.read!,
      roles: Object.fromEntries(roles.map((role) => [role, true as const])),
    };
    return {
      ...EXAMPLE,
      entities: {
        ...EXAMPLE.entities,
        Request: { ...REQUEST, permissions: { ...REQUEST.permissions, read } },
      },
    };
  };
  const [first, next] = [readBy('finance', 'budgetHolder'), readBy('finance')];

  it.each([
    ['has not heard of that', versions(1, first)],
    ['has', versions(1, first, next)],
  ])('is as one that never was, by a process that %s', async (_, specifications) => {
    await here.another(versions(2, first, next)).bus.execute(change(1, 'fay', { title: 'A big saw' }, 1));
    expect(await running()).toEqual([1, 2]);
    const late = here.another(specifications);
    const answers = await Promise.all(
      [1, 7].map((n) =>
        late.bus.execute(comment(n, 'ada', 'Hello?')).catch((error: Refused) => error.reasons),
      ),
    );
    expect(answers[0]).toEqual(answers[1]);
    expect(answers[0]).toMatchObject([{ code: 'NOT_PERMITTED' }]);
  });
});

describe('a record that nobody has moved since', () => {
  it('is taken along by the newest version, by whatever changes it', async () => {
    const { bus } = here.another(ahead);
    await bus.execute(comment(1, 'ada', 'Soon, please.'));
    await here.another(behind).bus.execute(change(1, 'ada', { note: 'longer' }, 2));
    await bus.execute(act(1, 'ada', 'ping', 3));
    expect(await running()).toEqual([1, 2, 1, 2]);
  });
});

it('no record goes back, and none stays behind', () => {
  fc.assert(
    fc.property(fc.nat(), fc.nat(), (movedTo, newest) => {
      const version = getRunningVersion(movedTo, newest);
      expect(version).toBeGreaterThanOrEqual(movedTo);
      expect(version).toBeGreaterThanOrEqual(newest);
      expect([movedTo, newest]).toContain(version);
    }),
  );
});
