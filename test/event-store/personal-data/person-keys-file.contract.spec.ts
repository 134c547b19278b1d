import { afterAll } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keysStoreContract } from './keys-store.contract.js';
import { openPersonKeysFile } from '#event-store/personal-data/person-keys-file.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-keys-'));
let number = 0;

keysStoreContract('a file', {
  open: async () => openPersonKeysFile(join(folder, `${number}.sqlite`)),
  reset: async () => void number++,
  unnoticed: 0,
});

afterAll(() => rmSync(folder, { recursive: true }));
