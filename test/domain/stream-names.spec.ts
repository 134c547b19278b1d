// Names parse back and are unique.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  getStreamApplication,
  parseRecordStream,
  parseStreamName,
  parseUserStream,
  formatStreamName,
  RecordRef,
  normalizeStreamName,
  maskStreamDigest,
  type Stream,
} from '#domain/stream-names.js';
import {
  APPLICATION_KEY_PATTERN,
  ENTITY_KEY_PATTERN,
  FIELD_KEY_PATTERN,
} from '#specification/document/key-grammar.js';

// As the language allows, often close to other names.
const application = fc.oneof(
  fc.constantFrom('user', 'specification', 'sign', 'sign-in-name', 'a-', 'a--b', 'p2-3', 'number'),
  fc.stringMatching(APPLICATION_KEY_PATTERN),
);
const entity = fc.oneof(fc.constantFrom('Number', 'A', 'X1'), fc.stringMatching(ENTITY_KEY_PATTERN));
const field = fc.oneof(fc.constantFrom('number', 'unique', 'a_b', 'x'), fc.stringMatching(FIELD_KEY_PATTERN));
const id = fc.uuid();
const digest = fc.stringMatching(/^[0-9a-f]{1,64}$/);
const scope = fc.oneof(fc.constantFrom('', '-', 'PR-2026-', '.unique-ab', id.toString()), fc.string());

const record = fc.record({ application, entity, id }).map((parts) => RecordRef.of(parts));
const stream: fc.Arbitrary<Stream> = fc.oneof(
  record.map((each) => ({ of: 'record' as const, record: each })),
  fc.record({ of: fc.constant('user' as const), person: fc.oneof(id, fc.stringMatching(/^[\w-]{1,100}$/)) }),
  fc.record({ of: fc.constant('specification' as const), application }),
  fc.record({
    of: fc.constant('openings' as const),
    application,
    day: fc.constantFrom('2026-11-20', '1999-01-01'),
    person: fc.stringMatching(/^[\w-]{1,100}$/),
  }),
  fc.record({ of: fc.constant('number' as const), application, entity, scope }),
  fc.record({ of: fc.constant('unique' as const), application, entity, field, digest }),
  fc.record({ of: fc.constant('sign-in-name' as const), digest }),
  fc.record({ of: fc.constant('admins' as const) }),
  fc.record({ of: fc.constant('process' as const), name: fc.stringMatching(/^[a-z]{1,20}(-[a-z]{1,20})?$/) }),
  fc.record({ of: fc.constant('projection' as const), name: fc.stringMatching(/^[a-z]{1,40}$/) }),
);

describe('names of streams', () => {
  it('are parsed into the stream they were formatted from', () => {
    fc.assert(
      fc.property(stream, (each) => {
        expect(parseStreamName(formatStreamName(each))).toEqual(each);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are resolved from the application’s key as people type it', () => {
    fc.assert(
      fc.property(record, ({ name, application: key, entity: of, id: own }) => {
        const known = parseRecordStream(name);
        expect(parseRecordStream(normalizeStreamName(`${key}.${of}-${own}`))).toEqual(known);
        expect(parseRecordStream(normalizeStreamName(name))).toEqual(known);
      }),
    );
    fc.assert(
      fc.property(stream, (each) => {
        expect(normalizeStreamName(formatStreamName(each))).toBe(formatStreamName(each));
      }),
    );
  });

  it('differ for different streams', () => {
    fc.assert(
      fc.property(stream, stream, (one, other) => {
        fc.pre(JSON.stringify(one) !== JSON.stringify(other));
        expect(formatStreamName(one)).not.toBe(formatStreamName(other));
      }),
      { numRuns: 2_000 },
    );
  });

  it('are canonical: any text either formats back to itself or is no name', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[a-z_]+(\.[A-Za-z_]+){0,3}-.*$/)), (text) => {
        const parsed = parseStreamName(text);
        expect(parsed ? formatStreamName(parsed) : text).toBe(text);
      }),
      { numRuns: 2_000 },
    );
  });

  it('of records and people identify their owner', () => {
    fc.assert(
      fc.property(record, id, (each, person) => {
        expect(parseRecordStream(each.name)?.equals(each)).toBe(true);
        expect([String(each), JSON.parse(JSON.stringify(each))]).toEqual([each.name, each.name]);
        expect(parseUserStream(each.name)).toBeUndefined();
        expect(parseUserStream(`user-${person}`)).toBe(person);
        expect(parseRecordStream(`user-${person}`)).toBeUndefined();
      }),
    );
  });

  it('identify their application', () => {
    fc.assert(
      fc.property(stream, (each) => {
        const { application: own } = each.of === 'record' ? each.record : { application: undefined, ...each };
        expect(getStreamApplication(formatStreamName(each))).toBe(own);
      }),
    );
  });

  it('keep the category of EventStoreDB, everything before the first hyphen', () => {
    const { name } = RecordRef.of({
      application: 'purchase-requests',
      entity: 'Request',
      id: '01890000-0000-7000-8000-000000000001',
    });
    expect(name).toBe('purchase_requests.Request-01890000-0000-7000-8000-000000000001');
  });

  it('are shown without digests', () => {
    expect(maskStreamDigest('sign-in-name-ab12')).toBe('sign-in-name-…');
    expect(maskStreamDigest('shop.Order.name.unique-ab12')).toBe('shop.Order.name.unique-…');
    expect(maskStreamDigest('shop.Order.my_name.unique-ab12')).toBe('shop.Order.my_name.unique-…');
    expect(maskStreamDigest('shop.Order.number-ab12')).toBe('shop.Order.number-ab12');
  });
});

describe('a reference to a record', () => {
  const parts = { application: 'shop', entity: 'Order', id: '01890000-0000-7000-8000-000000000001' };

  it('is equal only if application, entity and id are', () => {
    fc.assert(
      fc.property(record, record, (one, other) => {
        const same =
          one.application === other.application && one.entity === other.entity && one.id === other.id;
        expect(one.equals(other)).toBe(same);
        expect(one.name === other.name).toBe(same);
      }),
    );
  });

  it.each([
    [{ application: 'Shop' }],
    [{ application: 'shop.Order' }],
    [{ application: 'my_shop' }],
    [{ entity: 'order' }],
    [{ entity: 'Order-' }],
    [{ id: 'SO-1' }],
    [{ id: '01890000-0000-7000-8000-00000000000' }],
    [{ id: '01890000-0000-7000-8000-0000000000AA' }],
    [{ id: '--------0000-7000-8000-000000000000' }],
  ])('is not made of %j', (wrong) => {
    expect(RecordRef.from({ ...parts, ...wrong })).toBeUndefined();
    expect(() => RecordRef.of({ ...parts, ...wrong })).toThrow(TypeError);
  });
});
