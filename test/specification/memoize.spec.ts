import { beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { memoize } from '#specification/memoize.js';

it('given any texts in any order, then each is answered as if nothing were remembered', () => {
  const lengthOf = (text: string) => (text === '' ? undefined : { length: text.length });
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 3 })), fc.integer({ min: 1, max: 5 }), (texts, most) => {
      const remembered = memoize(lengthOf, most);
      for (const text of texts) expect(remembered(text)).toEqual(lengthOf(text));
    }),
  );
});

describe('given two are kept', () => {
  const asked: string[] = [];
  const remembered = memoize((text) => {
    asked.push(text);
    return text === 'none' ? undefined : { text };
  }, 2);
  beforeEach(() => void asked.splice(0));

  it('when the same is asked again, then it is the same answer, nothing among them', () => {
    expect(remembered('a')).toBe(remembered('a'));
    remembered('none');
    remembered('none');
    expect(asked).toEqual(['a', 'none']);
  });

  it('when one is asked again and again among others, then it is worked out once', () => {
    for (const other of ['b', 'c', 'd', 'e', 'f']) {
      remembered('a');
      remembered(other);
    }
    expect(asked.filter((text) => text === 'a').length).toBeLessThanOrEqual(1);
  });

  it('when many others were asked since, then it is worked out again', () => {
    remembered('first');
    for (const other of ['1', '2', '3', '4']) remembered(other);
    remembered('first');
    expect(asked.filter((text) => text === 'first')).toHaveLength(2);
  });

  it('when a long text is asked again, then it was not kept', () => {
    const long = 'x'.repeat(201);
    remembered(long);
    remembered(long);
    expect(asked).toEqual([long, long]);
  });
});
