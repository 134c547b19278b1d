import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isLaterVersion, readDaybookVersion } from '#platform/daybook-version.js';

const CHANGELOG = readFileSync('docs/changelog.md', 'utf8');
const HEADINGS = [...CHANGELOG.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);

describe('the changelog', () => {
  it('begins with what is not released yet', () => {
    expect(HEADINGS[0]).toBe('Unreleased');
  });

  it('lists this version first, and each before the one that came before it', () => {
    const [, ...versions] = HEADINGS;
    expect(versions[0]).toBe(readDaybookVersion());
    for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    versions.slice(1).forEach((earlier, index) => {
      expect(isLaterVersion(versions[index]!, earlier)).toBe(true);
    });
  });
});
