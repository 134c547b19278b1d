// Stored names: none of ours is the system's, no two become one, and each comes back as it was.
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { fromStoredName, toStoredName } from '#event-store/eventstoredb/stored-names.js';

const names = fc.oneof(
  fc.string({ minLength: 1, unit: 'grapheme' }),
  fc.string({ minLength: 1, unit: fc.constantFrom('$', '~', 'a') }),
);

describe('stored names', () => {
  it('come back as they were', () => {
    fc.assert(fc.property(names, (name) => expect(fromStoredName(toStoredName(name))).toBe(name)));
  });

  it('are never the system’s, whose events are left out', () => {
    // As the server is asked for them (excludeSystemEvents).
    fc.assert(fc.property(names, (name) => expect(toStoredName(name)).toMatch(/^[^$].*/)));
  });

  it('of different names differ', () => {
    fc.assert(
      fc.property(names, names, (one, two) =>
        expect(toStoredName(one) === toStoredName(two)).toBe(one === two),
      ),
    );
  });

  it('are the names themselves for everything Daybook writes', () => {
    for (const name of ['purchasing.Request-0191', 'user-1', 'specification-a', 'record.opened@2'])
      expect(toStoredName(name)).toBe(name);
  });
});
