// Ids of cases that are as long as a log can make them.
import { describe, expect, it } from '@jest/globals';
import { LogIds } from '#import/log-ids.js';
import { derivedUuid } from '#import/derived-ids.js';

describe('the command id of an imported case', () => {
  it('is derived from 200,000 events without overflowing the stack', () => {
    const ids = new LogIds((text) => text);
    const fingerprints = Array.from({ length: 200_000 }, (_, event) => String(event));
    const id = ids.command('case', fingerprints);
    expect(id).toBe(derivedUuid(JSON.stringify(['import', 'case', ...fingerprints])));
    expect(ids.command('case', fingerprints.slice(1))).not.toBe(id);
  });
});
