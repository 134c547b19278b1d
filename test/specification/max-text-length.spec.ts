// Longer than requests and events allow: reported by `check`, and not offered by forms.
import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { checkDocument } from '#specification/check-document.js';
import {
  MAX_SEALED_TEXT_LENGTH,
  MAX_TEXT_LENGTH,
  findOversizedTextFields,
} from '#specification/max-text-length.js';

const orders = readFileSync('test/web/fixtures/orders.md', 'utf8');

describe('a text field', () => {
  it.each([
    [MAX_TEXT_LENGTH, 0],
    [MAX_TEXT_LENGTH + 1, 1],
  ])('of up to %i characters is told of in %i case', (max, times) => {
    const found = textsIn(orders.replace('max: 80,', `max: ${max},`));
    expect(found.map(({ entity, field }) => [entity.key, field.key, field.max])).toEqual(
      Array.from({ length: times }, () => ['Order', 'title', max]),
    );
  });

  it.each([
    [MAX_SEALED_TEXT_LENGTH, []],
    [MAX_SEALED_TEXT_LENGTH + 1, ['secret']],
  ])('that is sealed, of up to %i characters, is told of as %j', (max, told) => {
    const found = textsIn(orders.replace('personal: owner }', `personal: owner, max: ${max} }`));
    expect(found.map(({ field, fits }) => [field.key, fits])).toEqual(
      told.map((key) => [key, MAX_SEALED_TEXT_LENGTH]),
    );
  });
  it('that says nothing has what section 9 says', () => {
    const limits = '```yaml\nlimits: { text: 900000 }\n```';
    expect(textsIn(orders.replace(/(## 9\. [^\n]*\n\n)not shown\./, `$1${limits}`))).toMatchObject([
      { field: { key: 'secret' }, max: 900_000 },
    ]);
  });
});

function textsIn(document: string) {
  const checked = checkDocument(document);
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
  return findOversizedTextFields(checked.specification);
}
