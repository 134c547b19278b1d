// A text that promises more than a request and an event have room for is said by `check`, and not offered by forms.
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { check } from '#specification/check.js';
import { LARGEST_TEXT, textsThatDoNotFit } from '#specification/largest-text.js';

const orders = readFileSync('test/web/fixtures/orders.md', 'utf8');

describe('a text field', () => {
  it.each([
    [LARGEST_TEXT, 0],
    [LARGEST_TEXT + 1, 1],
  ])('of up to %i characters is told of in %i case', (max, times) => {
    const checked = check(orders.replace('max: 80,', `max: ${max},`));
    if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
    const found = textsThatDoNotFit(checked.specification);
    expect(found.map(({ entity, field }) => [entity.key, field.key, field.max])).toEqual(
      Array.from({ length: times }, () => ['Order', 'title', max]),
    );
  });
});
