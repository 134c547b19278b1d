// No stored name is a system name, and the mapping is injective.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromStoredStreamName, toStoredStreamName } from '#event-store/eventstoredb/stored-stream-names.js';

const names = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.string({ minLength: 1, unit: fc.constantFrom('$', '~', 'a') }),
);

describe('stored names', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(names, (name) => expect(fromStoredStreamName(toStoredStreamName(name))).toBe(name)),
    );
  });

  it('are never the system’s, whose events are left out', () => {
    // As excludeSystemEvents filters.
    fc.assert(fc.property(names, (name) => expect(toStoredStreamName(name)).toMatch(/^[^$].*/)));
  });

  it('of different names differ', () => {
    fc.assert(
      fc.property(names, names, (one, two) =>
        expect(toStoredStreamName(one) === toStoredStreamName(two)).toBe(one === two),
      ),
    );
  });

  it('are the names themselves for everything Daybook writes', () => {
    for (const name of ['purchasing.Request-0191', 'user-1', 'specification-a', 'record.opened@2'])
      expect(toStoredStreamName(name)).toBe(name);
  });
});
