// docs/security.md names tests and decisions: a promise whose proof is gone is none.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';

const docs = fileURLToPath(new URL('../../docs/', import.meta.url));
const page = readFileSync(join(docs, 'security.md'), 'utf8');
const all = (pattern: RegExp): readonly string[] => [...page.matchAll(pattern)].map(([, found]) => found!);

describe('docs/security.md', () => {
  it.each(all(/`(test\/[^`]+)`/g))('names %s, which is there', (test) => {
    expect(existsSync(join(docs, '..', test))).toBe(true);
  });

  it('says of every promise which test holds it', () => {
    const promises = page
      .split('## What is not promised')[0]!
      .split('\n')
      .filter((line) => line.startsWith('| **'));
    expect(promises.length).toBeGreaterThan(15);
    for (const promise of promises) expect(promise).toMatch(/`test\/[^`]+`/);
  });
});
