// Lists of everyone must not read every key again.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createPersonKeys } from '#event-store/personal-data/person-keys.js';
import { openPersonKeysFile } from '#event-store/personal-data/person-keys-file.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-keys-'));
const file = openPersonKeysFile(join(folder, 'keys.sqlite'));

afterAll(async () => {
  await file.close();
  rmSync(folder, { recursive: true });
});

describe('given the keys of 20,000 people', () => {
  it('remembers all of them after they were read once', async () => {
    const keys = createPersonKeys(file, randomBytes(32), () => Promise.resolve(new Set()));
    const people = Array.from({ length: 20_000 }, (_, n) => `person-${n}`);
    await Promise.all(people.map((person) => keys.findOrCreate(person)));
    expect(people.filter((person) => keys.findCached(person) === undefined)).toEqual([]);
  });
});
