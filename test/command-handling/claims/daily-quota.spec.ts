// Exact under concurrency, also across processes.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { consumeQuota, isCountedInQuota, foldQuotaUsage, releaseQuota } from '#domain/claim/daily-quota.js';
import { streams } from '#domain/stream-names.js';
import { OpenRecord } from '#domain/record/record-commands.js';
import { context, open, recordId, withPeople } from '../commands.js';
import { documentOf, valid } from '#test/specification/documents.js';
import { codesOf, specifications, writing } from '../writing.js';

const LIMIT = 50;
const TODAY = streams.openings('purchasing', '2026-11-20', 'ada');

describe('given a person who may open fifty records a day', () => {
  it('when eighty are opened at once in two processes, then fifty are, and thirty are told why not', async () => {
    const here = writing();
    await withPeople(here);
    const { bus } = here.another();
    const outcomes = await Promise.allSettled(
      Array.from({ length: 80 }, async (_, index) =>
        (index % 2 === 0 ? here.bus : bus).execute(open(index, 'ada', { title: 'A saw' })),
      ),
    );
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(LIMIT);
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject({ reasons: [{ code: 'LIMIT_REACHED', kind: 'too often' }] });
    const numbers = await here.events(streams.number('purchasing', 'Request', 'PR-2026-'));
    const voided = numbers.filter(({ type }) => type === 'number.voided');
    expect(numbers).toHaveLength(LIMIT + 2 * voided.length);
    expect(voided).toEqual([]);
  });

  it('when the day is full, then the next day and other people have theirs', async () => {
    const here = writing();
    await withPeople(here);
    for (let index = 0; index < LIMIT; index++)
      await here.bus.execute(open(index, 'ada', { title: 'A saw' }));
    expect(await codesOf(here.bus.execute(open(90, 'ada', { title: 'A saw' })))).toEqual(['LIMIT_REACHED']);
    await here.bus.execute(open(91, 'bert', { title: 'A saw' }));
    here.now = '2026-11-20T23:00:00.000Z';
    expect((await here.bus.execute(open(92, 'ada', { title: 'A saw' }))).already).toBe(false);
  });

  it('when an opening is refused or dated back, then it does not count', async () => {
    const here = writing();
    await withPeople(here);
    await here.bus.execute(open(1, 'ada', { title: 'A saw', reference: 'X-1' }));
    expect(await codesOf(here.bus.execute(open(2, 'ada', { title: 'Again', reference: 'X-1' })))).toEqual([
      'NOT_UNIQUE',
    ]);
    const back = open(3, 'ada', { title: 'A saw' });
    Object.assign(back.data, { context: { ...context('ada'), effectiveAt: '2026-11-01T10:00:00.000Z' } });
    await here.bus.execute(back);
    expect((await here.events(TODAY)).map(({ type }) => type)).toEqual(['opening.counted']);
  });

  it('when an opening is refused since another one got its number, then it gives its place back', async () => {
    const claims = valid(
      documentOf({
        1: 'key: claims',
        3: 'entities:\n  Claim:\n    number: "C-{seq:4}"\n    fields: { subject: text }',
        5: 'rules:\n  R1: { on: Claim, check: "record.number == \'C-0001\'" }',
        9: 'limits: { opensPerUserPerDay: 2 }',
      }),
    );
    const here = writing((store) => store, {}, specifications(claims));
    await withPeople(here);
    const opening = (index: number) =>
      new OpenRecord({
        application: 'claims',
        entity: 'Claim',
        id: recordId(index),
        context: context('ada'),
        input: { subject: 'A broken window' },
      });
    const written = await Promise.allSettled([1, 2].map((index) => here.bus.execute(opening(index))));
    expect(written.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const day = await here.events(streams.openings('claims', '2026-11-20', 'ada'));
    expect(day.map(({ type }) => type)).toEqual(['opening.counted', 'opening.counted', 'opening.given-back']);
    expect(new Set(day.slice(1).map(({ data }) => (data as { record: string }).record)).size).toBe(1);
  });

  it('when more is opened, then of the day only what is new is read', async () => {
    const from: number[] = [];
    const here = writing((store) => ({
      ...store,
      append: async (...asked) => store.append(...asked),
      read: async (stream, first = 1) => {
        if (stream === TODAY) from.push(first);
        return store.read(stream, first);
      },
    }));
    await withPeople(here);
    for (const index of [1, 2, 3]) await here.bus.execute(open(index, 'ada', { title: 'A saw' }));
    expect(from.at(-1)).toBe(3);
  });

  it('when a process died after counting, then the same command finds its place', async () => {
    let dying = true;
    const here = writing((store) => ({
      ...store,
      read: async (...asked) => store.read(...asked),
      append: async (stream, events, version) => {
        if (dying && events[0]?.type === 'record.opened') throw new Error('power cut');
        return store.append(stream, events, version);
      },
    }));
    await withPeople(here);
    const command = () => open(1, 'ada', { title: 'A saw' }, 'form-1');
    await expect(here.bus.execute(command())).rejects.toThrow('power cut');
    dying = false;
    await here.bus.execute(command());
    expect(await here.events(TODAY)).toHaveLength(1);
  });
});

it('whatever is opened and given back, then never more count than the limit, and each once', () => {
  const step = fc.record({ record: fc.constantFrom('a', 'b', 'c', 'd', 'e'), back: fc.boolean() });
  fc.assert(
    fc.property(fc.array(step), fc.integer({ min: 0, max: 4 }), (steps, limit) => {
      let counted: ReadonlySet<string> = new Set();
      for (const { record, back } of steps) {
        const one = { entity: 'Request', record };
        const room = isCountedInQuota(counted, one) || counted.size < limit;
        const decided = back ? releaseQuota(counted, one, 'refused') : consumeQuota(counted, one, limit);
        expect(decided !== undefined).toBe(back || room);
        counted = foldQuotaUsage(counted, decided ?? []);
        expect(counted.size).toBeLessThanOrEqual(limit);
      }
    }),
  );
});
