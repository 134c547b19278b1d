// Publishing: each document that is another one is the next version.
import { expect, it } from '@jest/globals';
import {
  evolveSpecification,
  publishSpecification,
  UNPUBLISHED,
} from '#domain/specification/published-specification.js';
import { EXAMPLE } from '../example-specification.js';

it('the first document is version 1, the same one again is none, another one is the next', () => {
  const first = publishSpecification(UNPUBLISHED, EXAMPLE);
  const data = { key: 'purchasing', name: 'Purchase requests', version: 1, text: EXAMPLE.text };
  expect(first).toEqual([{ type: 'specification.published', data }]);
  const published = first.reduce(evolveSpecification, UNPUBLISHED);
  expect(publishSpecification(published, EXAMPLE)).toEqual([]);
  expect(publishSpecification(published, { ...EXAMPLE, text: '# Another' })).toMatchObject([
    { data: { version: 2, text: '# Another' } },
  ]);
});
