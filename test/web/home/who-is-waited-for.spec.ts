// Home and the record's page agree for every viewer.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { v7 as uuid } from 'uuid';
import { RefuseApproval } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { describeSituation, type NextStep } from '#query-handling/records/next-step.js';
import { findRecordById } from '#query-handling/records/records-view.js';
import { ListRecordsWithOthers, listWaitingRecords } from '#query-handling/waiting/waiting-records.js';
import { ListRecordsWithOthersHandler } from '#query-handling/waiting/list-records-with-others.handler.js';
import { documentOf } from '#test/specification/documents.js';
import { APPLICATION, readingApp, type ReadingApp } from '../reading/reading-app.js';
import { numRuns } from '#test/property-runs.js';

const DOCUMENT = documentOf({
  1: 'key: shop',
  3: `entities:
  Spend:
    fields:
      title: { type: text, required: true }
      amount: integer
      decider: { type: user, role: boss }
      reviewer: user
      secret: text`,
  4: `lifecycles:
  Spend:
    states: { draft: Draft, waiting: Waiting, checked: Checked, approved: { title: Approved, final: true }, refused: { title: Refused, final: true, tone: bad } }
    actions:
      submit: { from: draft, to: waiting, by: [clerk, boss], guard: record.openedBy == user.id }
      check: { from: waiting, to: checked, by: [boss, head], not: record.openedBy, guard: record.amount < 100 }
      checkLarge: { from: waiting, to: checked, by: [boss], not: record.openedBy, approvals: 2, guard: record.amount >= 100 }
      review: { from: checked, to: approved, guard: record.reviewer == user.id }
      refuse: { from: [waiting, checked], to: refused, by: [head], reason: required }
      sendBack: { from: waiting, to: draft, by: [head, clerk], reason: required }`,
  5: 'rules: { R1: { on: Spend, in: [waiting], check: record.amount != null, error: NO_AMOUNT, fields: [amount] } }',
  6: `roles: { staff: { title: Staff, everyone: true }, boss: Boss, head: Head, clerk: Clerk }
permissions:
  Spend:
    open: [boss, clerk]
    read: { staff: record.openedBy == user.id, boss: true, head: record.secret != 'x' }
    fields: { reviewer: { read: { boss: true, staff: record.amount < 50 }, edit: [staff] } }`,
  8: 'errors: { NO_AMOUNT: { message: It says no amount., remedy: Say how much. } }',
});

let shop: ReadingApp;
let people: readonly SignedInPerson[];

beforeAll(async () => {
  shop = await readingApp();
  await shop.publish(DOCUMENT);
  people = [
    await shop.person('Bea', 'boss'),
    await shop.person('Ben', 'boss'),
    await shop.person('Bob', 'boss', 'clerk'),
    await shop.person('Hal', 'head'),
    await shop.person('Cleo', 'clerk'),
  ];
}, 60_000);
afterAll(() => shop.close());

const REFUSAL = 'refusal';
const somebody = fc.nat({ max: 4 });
const plan = fc.record({
  opener: fc.constantFrom(0, 1, 2, 4),
  amount: fc.constantFrom(null, 10, 70, 5_000),
  decider: fc.option(fc.constantFrom(0, 1, 2)),
  reviewer: fc.option(somebody),
  secret: fc.constantFrom('x', 'y'),
  steps: fc.array(
    fc.record({
      by: somebody,
      action: fc.constantFrom('check', 'checkLarge', 'checkLarge', 'review', REFUSAL, REFUSAL),
    }),
    {
      maxLength: 4,
    },
  ),
  isSubmitted: fc.boolean(),
});
type Plan = typeof plan extends fc.Arbitrary<infer P> ? P : never;

const refuse = ({ id: actor }: SignedInPerson, id: string) =>
  shop.send(
    new RefuseApproval({
      application: APPLICATION,
      entity: 'Spend',
      id,
      action: 'checkLarge',
      reason: 'Too dear',
      context: { actor, commandId: uuid() },
    }),
  );

/** Refused commands change nothing. */
async function follow({ opener, steps, isSubmitted, ...planned }: Plan): Promise<string> {
  const idOf = (index: number | null) => (index === null ? {} : { id: people[index]!.id });
  const input = {
    title: 'A loom',
    secret: planned.secret,
    ...(planned.amount !== null && { amount: planned.amount }),
    ...(planned.decider !== null && { decider: idOf(planned.decider).id! }),
    ...(planned.reviewer !== null && { reviewer: idOf(planned.reviewer).id! }),
  };
  const id = await shop.open(people[opener]!, 'Spend', input);
  const all = [...(isSubmitted ? [{ by: opener, action: 'submit' }] : []), ...steps];
  for (const { by, action } of all)
    await (action === REFUSAL ? refuse(people[by]!, id) : shop.act(people[by]!, 'Spend', id, action)).catch(
      (error: unknown) => {
        if (!(error instanceof Refused)) throw error;
      },
    );
  return id;
}

/** undefined: the viewer may not read it. */
async function nextFor(viewer: SignedInPerson, id: string): Promise<NextStep | undefined> {
  const published = (await shop.installation.specifications.current(APPLICATION))!;
  const entity = published.specification.entities['Spend']!;
  try {
    const found = await findRecordById(shop.sources, { published, entity, viewer }, id);
    return (await describeSituation(shop.sources, found)).next;
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
}

const awaitedPeople = (next: NextStep | undefined): readonly string[] => {
  if (next?.kind === 'waiting') return next.for.people;
  return next?.kind === 'refused' ? (next.round.for?.people ?? []) : [];
};

const isForViewer = (next: NextStep | undefined): boolean =>
  next?.kind === 'refused' ? next.round.isForViewer : next?.kind === 'ready' || next?.kind === 'lacking';

const ALL = 1_000;
const waitingIds = async (viewer: SignedInPerson) =>
  new Set((await listWaitingRecords(shop.sources, { viewer }, ALL)).items.map(({ record }) => record.id));
const withOthers = async (viewer: SignedInPerson) =>
  new Map(
    (
      await new ListRecordsWithOthersHandler(shop.sources).execute(new ListRecordsWithOthers({ viewer }, ALL))
    ).map(({ record, next }) => [record.id, next]),
  );

describe('given records of any kind', () => {
  it('then Home lists what the record’s page says, for everybody', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(plan, { minLength: 5, maxLength: 10 }), async (plans) => {
        const ids: string[] = [];
        for (const each of plans) ids.push(await follow(each));
        const waiting = new Map<string, ReadonlySet<string>>();
        for (const viewer of people) waiting.set(viewer.id, await waitingIds(viewer));
        for (const viewer of people) {
          const others = await withOthers(viewer);
          for (const id of ids) {
            const next = await nextFor(viewer, id);
            const isMine = isForViewer(next);
            expect({ id, next, isMine: waiting.get(viewer.id)!.has(id) }).toEqual({ id, next, isMine });
            if (others.has(id)) expect(next).toEqual(others.get(id));
            for (const person of awaitedPeople(next))
              expect({ id, next, isWaitedFor: waiting.get(person)!.has(id) }).toMatchObject({
                isWaitedFor: true,
              });
          }
        }
      }),
      { numRuns: numRuns(8) },
    );
  }, 240_000);
});
