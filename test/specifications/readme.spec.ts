import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { check } from '#specification/check.js';

const readme = readFileSync('README.md', 'utf8');

/** The document that the README asks its reader to write. */
function example(): string {
  const [, text] = /^<!-- example:[^\n]*\n````markdown\n(.*?)^````$/ms.exec(readme) ?? [];
  if (text === undefined) throw new Error('the README shows no example');
  return text;
}

describe('the first specification in the README', () => {
  it('has no problems', () => {
    expect(check(example()).problems).toEqual([]);
  });

  it('is served where the README says', () => {
    const checked = check(example());
    expect(checked.ok && checked.specification.key).toBe('keys');
    expect(readme).toContain('http://127.0.0.1:3000/keys');
  });
});
