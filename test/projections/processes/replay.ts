// Replays everything, printing its progress.
// argv: folder of the installation
import { join } from 'node:path';
import { allProjections } from '#projections/all-projections.js';
import { replay } from '#projections/replay/replay.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { shapeOf } from '../test-shapes.js';

const [folder] = process.argv.slice(2);
const store = openSqliteEventStore(join(folder!, 'events.sqlite'));
const readModels = openSqliteReadModels(join(folder!, 'read-models'));
const replayed = await replay({
  store,
  readModels,
  projections: allProjections,
  shapeOf,
  onProgress: ({ phase, done }) => process.stdout.write(`${phase} ${done}\n`),
});
process.stdout.write(`${JSON.stringify(replayed)}\n`);
await readModels.close();
await store.close();
