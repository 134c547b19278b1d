import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { MANIFEST_FILE, formatManifest, readManifest, type BackupContent } from '#backup/backup-manifest.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-manifest-'));
afterAll(() => rmSync(folder, { recursive: true }));

function contentOf(path: string): BackupContent {
  const sha256 = '0'.repeat(64);
  const log = { events: 0, sha256 };
  return { format: 1, at: '', log, missingKeys: 0, pieces: [{ path, bytes: 0, sha256 }] };
}

const read = (path: string) => {
  writeFileSync(join(folder, MANIFEST_FILE), formatManifest(contentOf(path)));
  return readManifest(folder);
};

describe('the list of what a backup is made of', () => {
  it('names the log, the keys and uploaded files', () => {
    for (const path of ['events.sqlite', 'keys.sqlite', 'files/kept/open/a.b', 'files\\kept\\open\\a.b'])
      expect(read(path).pieces[0]!.path).toBe(path);
  });

  it('is refused where a file would be restored to anywhere else', () => {
    for (const path of [
      'files/../../../elsewhere',
      'files\\..\\elsewhere',
      '../events.sqlite',
      '/etc/passwd',
      'files//etc/passwd',
      'files',
      'master.key',
      '',
    ])
      expect(() => read(path)).toThrow(/is not what `daybook backup` wrote/);
  });
});
