// For the longest names a log may have.
import { describe, expect, it } from '@jest/globals';
import { LogIdDeriver } from '#import/log-id-deriver.js';
import { deriveUuidFromParts } from '#import/derived-ids.js';

describe('the command id of an imported case', () => {
  it('is derived from 200,000 events without overflowing the stack', () => {
    const ids = new LogIdDeriver((text) => text);
    const fingerprints = Array.from({ length: 200_000 }, (_, event) => String(event));
    const id = ids.deriveCommandId('case', fingerprints);
    expect(id).toBe(deriveUuidFromParts(JSON.stringify(['import', 'case', ...fingerprints])));
    expect(ids.deriveCommandId('case', fingerprints.slice(1))).not.toBe(id);
  });
});
