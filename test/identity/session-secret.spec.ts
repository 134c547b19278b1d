import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { readSessionSecret } from '#identity/session-secret.js';

describe('the secret of session cookies', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-secret-'));
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  it('is made once, long, and readable by its owner only', () => {
    const data = join(folder, 'new');
    const secret = readSessionSecret(data);
    expect(secret.length).toBeGreaterThanOrEqual(32);
    expect(readSessionSecret(data)).toBe(secret);
    expect(statSync(join(data, 'session.secret')).mode & 0o777).toBe(0o600);
    expect(readSessionSecret(folder)).not.toBe(secret);
  });

  it('is not trusted where the file is damaged', () => {
    writeFileSync(join(folder, 'session.secret'), '');
    expect(() => readSessionSecret(folder)).toThrow(/damaged/);
  });
});
