// `npm test` and `npm run test:endurance` together run all tests, as README says.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { arrangeSuites, enduranceSuites, groupText, propertySuites } from '../jest/groups.cjs';

const root = join(import.meta.dirname, '../..');
const { alone, groups } = arrangeSuites();
const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

describe('the commands that test', () => {
  it('run every suite once', () => {
    const all = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' })
      .map((path) => path.replaceAll('\\', '/'))
      .filter((path) => /\.spec\.tsx?$/.test(path));
    const run = [...alone, ...groups.flatMap(({ suites }) => suites), ...enduranceSuites()];
    expect(run.sort()).toEqual(all.sort());
  });

  it('are what CI runs', () => {
    expect(readFileSync(join(root, '.ci/run'), 'utf8')).toMatch(/^npm test\nnpm run test:endurance$/m);
    expect(scripts['test']).toContain('jest.grouped.config.js');
    expect(scripts['test:endurance']).toContain('jest.endurance.config.js');
  });

  it('keep faults, kills and growth for endurance', () => {
    expect(enduranceSuites()).toEqual(
      expect.arrayContaining(['faults/killed.spec.ts', 'specification/growth.spec.ts']),
    );
  });

  it('run the hooks of a shared module for every suite of a group', () => {
    const shared = 'event-store/eventstoredb/open-test-store.ts';
    const text = groupText(['event-store/eventstoredb/append-with-retry.spec.ts']);
    expect(text).toMatch(new RegExp(`^require\\('../${shared}'\\);\ndescribe`));
  });

  it('try properties less often in npm test than for endurance', () => {
    const suites = propertySuites();
    expect(suites).toContain('projections/mongo/mongo-read-models.spec.ts');
    expect(suites.filter((suite) => enduranceSuites().includes(suite))).toEqual([]);
  });

  it('load modules once for some twenty suites', () => {
    const sizes = groups.map(({ suites }) => suites.length);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(24);
    expect(groups.length).toBeLessThan(groups.flatMap(({ suites }) => suites).length / 12);
  });
});
