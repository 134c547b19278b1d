import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { read, ROOT } from './compose-file.js';

interface Bom {
  readonly bomFormat: string;
  readonly components: readonly { readonly name: string }[];
}

describe('npm run sbom', () => {
  it('names what an installation runs, and nothing of what only builds and tests it', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
    // npm is a script on some systems: only a shell finds it on each of them.
    const printed = execFileSync(scripts['sbom']!, {
      cwd: fileURLToPath(ROOT),
      shell: true,
      encoding: 'utf8',
    });
    const { bomFormat, components } = JSON.parse(printed) as Bom;
    const names = components.map(({ name }) => name);
    expect(bomFormat).toBe('CycloneDX');
    expect(names).toEqual(expect.arrayContaining(['react', 'mongodb', 'express']));
    expect(names.filter((name) => /^(jest|eslint|playwright-core|typescript)$/.test(name))).toEqual([]);
  });
});
