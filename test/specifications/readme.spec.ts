import { describe, expect, it } from '@jest/globals';
import { check } from '#specification/check-document.js';
import { readme, readmeExample } from './readme-example.js';

describe('the first specification in the README', () => {
  it('has no problems', () => {
    expect(check(readmeExample()).problems).toEqual([]);
  });

  it('is served where the README says', () => {
    const checked = check(readmeExample());
    expect(checked.ok && checked.specification.key).toBe('keys');
    expect(readme).toContain('http://127.0.0.1:3000/keys');
  });
});
