// Several machines must share the key, so none may create one.
import { describe, expect, it } from '@jest/globals';
import { readInstallationKeys } from '#event-store/personal-data/master-key.js';

const KEY = Buffer.alloc(32, 7).toString('base64');

describe('given machines that share the keys of persons', () => {
  it('when each is given the same master key, then each derives the same keys, one for each use', () => {
    const [one, other] = [readInstallationKeys(KEY), readInstallationKeys(KEY)];
    expect(other).toEqual(one);
    expect(one.wrap.equals(one.digest)).toBe(false);
    expect(one.origin).toBe('the variable DAYBOOK_MASTER_KEY');
    expect(readInstallationKeys(Buffer.alloc(32, 8).toString('base64')).wrap.equals(one.wrap)).toBe(false);
  });

  it.each([undefined, '', 'too short', Buffer.alloc(31).toString('base64')])(
    'when one is given %j, then it says which variable has to be set',
    (key) => {
      expect(() => readInstallationKeys(key)).toThrow('DAYBOOK_MASTER_KEY');
    },
  );
});
