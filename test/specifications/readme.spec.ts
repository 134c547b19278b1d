import { describe, expect, it } from '@jest/globals';
import { checkDocument } from '#specification/check-document.js';
import { readme, readmeExample } from './readme-example.js';

describe('the first specification in the README', () => {
  it('has no problems', () => {
    expect(checkDocument(readmeExample()).problems).toEqual([]);
  });

  it('is served where the README says', () => {
    const checked = checkDocument(readmeExample());
    expect(checked.ok && checked.specification.key).toBe('keys');
    expect(readme).toContain('http://127.0.0.1:3000/keys');
  });
});
