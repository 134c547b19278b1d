import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { lockFolder } from '../src/folder-lock.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-lock-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the lock of a folder', () => {
  it('is held by one at a time, and given back', () => {
    const first = lockFolder(folder);
    expect(first).toBeDefined();
    expect(lockFolder(folder)).toBeUndefined();
    first!.release();
    const second = lockFolder(folder);
    expect(second).toBeDefined();
    second!.release();
  });
});
