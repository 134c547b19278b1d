import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteReadModels } from '../../../projections/sqlite/sqlite-read-models.js';
import { readModelContract } from '../read-model.contract.js';

let folder: string | undefined;

readModelContract('SQLite', {
  open: async () => openSqliteReadModels((folder ??= mkdtempSync(join(tmpdir(), 'daybook-read-models-')))),
  reset: async () => {
    if (folder) rmSync(folder, { recursive: true });
    folder = undefined;
  },
});
