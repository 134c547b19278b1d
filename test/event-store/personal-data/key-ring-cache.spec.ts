// Keys of people are remembered, so that a list of all of them does not read every key again.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { createKeyRing } from '#event-store/personal-data/key-ring.js';
import { openKeysFile } from '#event-store/personal-data/keys-file.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-keys-'));
const file = openKeysFile(join(folder, 'keys.sqlite'));

afterAll(async () => {
  await file.close();
  rmSync(folder, { recursive: true });
});

describe('given the keys of 20,000 people', () => {
  it('remembers all of them after they were read once', async () => {
    const keys = createKeyRing(file, randomBytes(32), () => Promise.resolve(new Set()));
    const people = Array.from({ length: 20_000 }, (_, n) => `person-${n}`);
    await Promise.all(people.map((person) => keys.findOrCreate(person)));
    expect(people.filter((person) => keys.findCached(person) === undefined)).toEqual([]);
  });
});
