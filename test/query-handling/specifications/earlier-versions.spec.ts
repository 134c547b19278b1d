// An application has many earlier versions: a start makes ready the one that runs.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPublishedSpecifications } from '#query-handling/specifications/published-specifications.js';
import { listTitleFields } from '#query-handling/visibility/read-rights.js';
import { readVocabulary } from '#specification/version-vocabulary.js';
import { checkWithCache } from '#specification/check-cache.js';
import { APPLICATION, readingApp, type ReadingApp } from '#test/web/reading/reading-app.js';
import { SHOP_TEXT } from '#test/web/screens/shop.js';

const TITLED = '    title: "{title}"\n';

let shop: ReadingApp;

beforeAll(async () => {
  shop = await readingApp();
  expect(SHOP_TEXT).toContain(TITLED);
  await shop.publish(SHOP_TEXT.replace(TITLED, '    title: "{title} {secret}"\n'));
  for (const version of [2, 3, 4]) await shop.publish(`${SHOP_TEXT}\nThis is version ${version}.\n`);
});

afterAll(() => shop.close());

describe('given an application with three earlier versions', () => {
  it('when it is asked for, then the version that runs is made ready alone, and what titles told before is known', async () => {
    const made: string[] = [];
    const ready = async (text: string) => {
      made.push(text);
      return checkWithCache(text);
    };
    const vocabulary = async (text: string) => readVocabulary(text);
    const specifications = openPublishedSpecifications(shop.installation.projections, { ready, vocabulary });
    try {
      const { specification, version } = (await specifications.current(APPLICATION))!;
      expect(version).toBe(4);
      expect(made).toEqual([specification.text]);
      const { fields } = listTitleFields(specification, specification.entities['Order']!);
      expect([...fields].sort()).toEqual(['secret', 'title']);
    } finally {
      specifications.close();
    }
  });
});
