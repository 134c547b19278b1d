import { expect, it } from '@jest/globals';
import {
  evolveSpecification,
  publishSpecification,
  UNPUBLISHED,
} from '#domain/specification/publish-specification.js';
import { EXAMPLE } from '../example-specification.js';

it('publishing makes version 1, then nothing for the same document, then the next version', () => {
  const first = publishSpecification(UNPUBLISHED, EXAMPLE);
  const data = { key: 'purchasing', name: 'Purchase requests', version: 1, text: EXAMPLE.text };
  expect(first).toEqual([{ type: 'specification.published', data }]);
  const published = first.reduce(evolveSpecification, UNPUBLISHED);
  expect(publishSpecification(published, EXAMPLE)).toEqual([]);
  expect(publishSpecification(published, { ...EXAMPLE, text: '# Another' })).toMatchObject([
    { data: { version: 2, text: '# Another' } },
  ]);
});
