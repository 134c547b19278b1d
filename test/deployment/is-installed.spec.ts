// `npm start` installs what is missing, and nothing twice.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { isInstalled } from '../../.ci/is-installed.cjs';

interface Listed {
  readonly version: string;
  readonly integrity?: string;
  readonly optional?: boolean;
}
type Packages = Readonly<Record<string, Listed>>;

const LOCK: Packages = {
  '': { version: '0.1.0' },
  'node_modules/one': { version: '1.0.0', integrity: 'sha512-one' },
  'node_modules/other': { version: '2.0.0', integrity: 'sha512-other', optional: true },
};
const { '': _, ...ALL } = LOCK;

describe('given a clone', () => {
  let root: string;

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'daybook-clone-'));
    for (const path of Object.keys(ALL)) {
      mkdirSync(join(root, path), { recursive: true });
      writeFileSync(join(root, path, 'package.json'), '{}');
    }
    writeFileSync(join(root, 'package-lock.json'), JSON.stringify({ packages: LOCK }));
  });
  afterEach(() => rmSync(root, { recursive: true }));

  const put = (text: string) => writeFileSync(join(root, 'node_modules/.package-lock.json'), text);

  it.each<[string, Packages, boolean]>([
    ['all of it', ALL, true],
    ['all but what is for other machines', { 'node_modules/one': ALL['node_modules/one']! }, true],
    ['another version', { ...ALL, 'node_modules/one': { version: '0.9.0', integrity: 'sha512-one' } }, false],
    ['another file of that version', { ...ALL, 'node_modules/one': { version: '1.0.0' } }, false],
    ['one package too few', { 'node_modules/other': ALL['node_modules/other']! }, false],
    ['one too many', { ...ALL, 'node_modules/third': { version: '1.0.0' } }, false],
  ])('when npm installed %s, then it is seen', (_what, packages, installed) => {
    put(JSON.stringify({ packages }));
    expect(isInstalled(root)).toBe(installed);
  });

  it('when a folder went missing since, then it is installed again', () => {
    put(JSON.stringify({ packages: ALL }));
    rmSync(join(root, 'node_modules/one'), { recursive: true });
    expect(isInstalled(root)).toBe(false);
  });

  it('when nothing was installed, or it broke off, then it is installed', () => {
    expect(isInstalled(root)).toBe(false);
    put('{"packages":');
    expect(isInstalled(root)).toBe(false);
  });
});
