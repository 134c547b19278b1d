// Writes a data folder of this version, with an event of every stored type, and what its pages and API answer. Run once for each
// version that is released; see docs/changelog.md:
//   node --experimental-vm-modules node_modules/jest/bin/jest.js --config jest.config.js --testMatch '**/test/upgrades/make-folder.ts'
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { expect, it } from '@jest/globals';
import { goldenSamples } from '../event-store/golden-samples.js';
import { collectAnswers } from './answers.js';
import { keepAnswers } from './kept-answers.js';
import { packFolder } from './kept-folder.js';
import { openForAnswers } from './opened-folder.js';
import { AT, writeWorld } from './world.js';

const ROOT = resolve(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };
const KEPT = join(import.meta.dirname, 'kept', version);

it('keeps a data folder of this version', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-kept-'));
  try {
    const stored = await writeWorld(folder);
    expect([...goldenSamples.keys()].filter((name) => !stored.has(name.split('+')[0]!))).toEqual([]);
    rmSync(KEPT, { recursive: true, force: true });
    mkdirSync(KEPT, { recursive: true });
    packFolder(folder, join(KEPT, 'folder.json.br'));
    const opened = await openForAnswers(folder, AT);
    const head = await opened.installation.store.head();
    keepAnswers(join(KEPT, 'answers.json.br'), AT, head, await collectAnswers(opened));
    await opened.close();
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}, 600_000);
