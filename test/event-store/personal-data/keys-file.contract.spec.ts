// The contract of keys on the file.
import { afterAll } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysStoreContract } from './keys-store.contract.js';
import { openKeysFile } from '#event-store/personal-data/keys-file.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-keys-'));
let number = 0;

keysStoreContract('a file', {
  open: async () => openKeysFile(join(folder, `${number}.sqlite`)),
  reset: async () => void number++,
  unnoticed: 0,
});

afterAll(() => rmSync(folder, { recursive: true }));
