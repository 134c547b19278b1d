// A refused opening costs no number.
import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { ErasePerson } from '#domain/user/user-commands.js';
import { OpenRecord } from '#domain/record/record-commands.js';
import { Refused } from '#domain/refusal.js';
import { RecordRef, streams } from '#domain/stream-names.js';
import { AppendTooLarge, type EventStore } from '#event-store/event-store.js';
import { UploadedFile } from '#specification/field-types/uploaded-file.js';
import { documentOf, valid } from '#test/specification/documents.js';
import { context, recordId, withPeople } from '../commands.js';
import { specifications, writing, type Writing } from '../writing.js';
import { numRuns } from '#test/property-runs.js';

const CLAIMS = valid(
  documentOf({
    1: 'key: claims\nname: Claims\ntimeZone: Europe/Berlin',
    3: `entities:
  Claim:
    number: "C-{year}-{seq:4}"
    title: "{subject}"
    fields:
      subject: { type: text, required: true, max: 200000 }
      code: { type: text, unique: true }
      about: { type: user }
      statement: { type: text, personal: about }
      label: { type: text, max: 12, computed: record.number }
      scan: { type: file, accept: [pdf], max: 1 MB }`,
  }),
);

const FITS = 20_000;
const SHA = 'a'.repeat(64);
const KINDS = ['right', 'missing', 'gone', 'erased', 'taken', 'large'] as const;
type Kind = (typeof KINDS)[number];

/** A server with an append limit. */
const withLimit = (store: EventStore): EventStore => {
  const mustFit: EventStore['assertFits'] = async (_, events) => {
    if (JSON.stringify(events).length > FITS) throw new AppendTooLarge(FITS, undefined);
  };
  return {
    ...store,
    assertFits: mustFit,
    append: async (stream, events, expected) => {
      await mustFit(stream, events);
      return store.append(stream, events, expected);
    },
  };
};

let here: Writing;
let opened = 0;

beforeEach(async () => {
  here = writing(withLimit, {}, specifications(CLAIMS));
  await withPeople(here);
  await here.bus.execute(new ErasePerson({ id: 'fay', reason: 'left', context: context('system') }));
  await here.bus.execute(opening(++opened, { subject: 'first', code: 'taken' }));
});

const opening = (index: number, input: Readonly<Record<string, unknown>>) =>
  new OpenRecord({
    application: 'claims',
    entity: 'Claim',
    id: recordId(index),
    context: context('ada'),
    input,
  });

/** Its bytes were discarded since. */
const goneUpload = (): UploadedFile =>
  new UploadedFile(SHA, 'scan.pdf', 'application/pdf', 10, {
    endings: ['pdf'],
    upload: '0'.repeat(32),
    reference: 'r'.repeat(100),
    field: 'claims.Claim.scan',
  });

const inputOf = (kind: Kind): Readonly<Record<string, unknown>> => {
  const right = { subject: 'A broken window' };
  switch (kind) {
    case 'right':
      return right;
    case 'missing':
      return {};
    case 'gone':
      return { ...right, scan: goneUpload() };
    case 'erased':
      return { ...right, about: 'fay', statement: 'It was her' };
    case 'taken':
      return { ...right, code: 'taken' };
    case 'large':
      return { subject: 'x'.repeat(FITS) };
  }
};

/** undefined: the opening was refused. */
async function numberAfter(kind: Kind): Promise<string | undefined> {
  const index = ++opened;
  try {
    await here.bus.execute(opening(index, inputOf(kind)));
  } catch (error) {
    if (error instanceof Refused) return undefined;
    throw error;
  }
  const ref = RecordRef.of({ application: 'claims', entity: 'Claim', id: recordId(index) });
  const [{ data } = { data: {} }] = await here.events(streams.record(ref));
  return (data as { number: string }).number;
}

const numbers = () => here.events(streams.number('claims', 'Claim', 'C-2026-'));

describe('an opening that is refused', () => {
  it.each(KINDS.filter((kind) => kind !== 'right'))('costs no number: %s', async (kind) => {
    expect(await numberAfter(kind)).toBeUndefined();
    expect(await numbers()).toHaveLength(1);
    expect(await numberAfter('right')).toBe('C-2026-0002');
  });

  it('leaves no gap among those that are written, in whichever order and however many at once', async () => {
    const round = fc.array(fc.constantFrom(...KINDS), { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 1, maxLength: 4 }), async (rounds) => {
        const before = (await numbers()).length;
        const given: string[] = [];
        for (const kinds of rounds) {
          const found = await Promise.all(kinds.map(numberAfter));
          for (const number of found) if (number !== undefined) given.push(number);
        }
        const rights = rounds.flat().filter((kind) => kind === 'right').length;
        const taken = (await numbers()).slice(before);
        expect(given).toHaveLength(rights);
        expect(taken.map(({ type }) => type)).toEqual(given.map(() => 'number.taken'));
        const expected = given.map((_, i) => `C-2026-${String(before + i + 1).padStart(4, '0')}`);
        expect(given.toSorted()).toEqual(expected);
      }),
      { numRuns: numRuns(15) },
    );
  }, 60_000);
});

describe('an opening that is written', () => {
  it('is decided with the number that it gets, also beside others', async () => {
    const many = await Promise.all(Array.from({ length: 8 }, () => numberAfter('right')));
    expect(new Set(many).size).toBe(8);
    const index = opened;
    const ref = RecordRef.of({ application: 'claims', entity: 'Claim', id: recordId(index) });
    const [{ data } = { data: {} }] = await here.events(streams.record(ref));
    const { number, fields } = data as { number: string; fields: { label: string } };
    expect(fields.label).toBe(number);
  });
});
