// To a person with all roles, to one with none, and to auditors.
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { SignedInPerson } from '#identity/signed-in-person.js';
import { readingApp, type ReadingApp } from './reading-app.js';

const FOLDER = new URL('../../../specifications/', import.meta.url);
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.md') && name !== 'README.md');

let daybook: ReadingApp;
let viewers: readonly SignedInPerson[];

beforeAll(async () => {
  daybook = await readingApp();
  for (const file of FILES) await daybook.publish(readFileSync(new URL(file, FOLDER), 'utf8'));
  const published = await daybook.sources.specifications.all();
  const roles = published.flatMap(({ specification: { key, roles } }) =>
    Object.keys(roles).map((role) => `${key}:${role}`),
  );
  viewers = [
    await daybook.person('All', ...roles),
    await daybook.person('None'),
    await daybook.person('Auditor', '-:auditor', '-:admin'),
  ];
});

afterAll(() => daybook.close());

describe('the examples', () => {
  it('are served, screen by screen', async () => {
    const published = await daybook.sources.specifications.all();
    expect(published).toHaveLength(FILES.length);
    for (const { specification } of published) {
      const lists = specification.screens.filter(({ kind }) => kind !== 'form' && kind !== 'detail');
      const paths = [
        '/specification',
        ...lists.map(({ path }) => path),
        ...specification.dashboards.map(({ path }) => path),
        ...lists.filter(({ kind }) => kind === 'list' || kind === 'report').map(({ path }) => `${path}.csv`),
        ...lists.filter(({ kind }) => kind === 'report').map(({ path }) => `${path}/records`),
      ];
      for (const path of paths) {
        const allowed = [[200], [200, 403], [200]];
        for (const [index, viewer] of viewers.entries()) {
          const { status } = await daybook.get(viewer, `/${specification.key}${path}`);
          expect([path, allowed[index]]).toEqual([path, expect.arrayContaining([status])]);
        }
      }
    }
  });

  it('begin somewhere', async () => {
    for (const { specification } of await daybook.sources.specifications.all()) {
      const { status, headers } = await daybook.get(viewers[0], `/${specification.key}`);
      expect(status).toBe(302);
      expect((await daybook.get(viewers[0], headers['location']!)).status).toBe(200);
    }
  });

  it('sort by every column that offers it, in both directions', async () => {
    for (const { specification } of await daybook.sources.specifications.all()) {
      for (const { path, columns } of specification.screens.filter(({ kind }) => kind === 'list')) {
        for (const column of columns) {
          const sorted = await daybook.get(viewers[2], `/${specification.key}${path}?sort=-${column}`);
          expect([column, sorted.status]).toEqual([column, 200]);
        }
      }
    }
  });
});
