import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { isLaterVersion, readDaybookVersion } from '#platform/daybook-version.js';

const CHANGELOG = readFileSync('docs/changelog.md', 'utf8');
const HEADINGS = [...CHANGELOG.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading!);

describe('the changelog', () => {
  it('begins with what is not released yet', () => {
    expect(HEADINGS[0]).toBe('Unreleased');
  });

  it('says what this version is: the first of those listed, or work that comes after it', () => {
    const [latest] = HEADINGS.slice(1);
    const [, unreleased] = /^## Unreleased\n([^]*?)^## /m.exec(CHANGELOG)!;
    const version = readDaybookVersion();
    if (!/^- /m.test(unreleased!)) expect(version).toBe(latest);
    else {
      expect(isLaterVersion(version, latest!)).toBe(true);
      expect(version).toMatch(/^\d+\.\d+\.\d+-dev$/);
      expect(unreleased).toContain(`\`${version}\``);
    }
  });

  it('lists each version before the one that came before it', () => {
    const [, ...versions] = HEADINGS;
    for (const version of versions) expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    versions.slice(1).forEach((earlier, index) => {
      expect(isLaterVersion(versions[index]!, earlier)).toBe(true);
    });
  });
});
