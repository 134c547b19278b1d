// Projects the log until killed, printing what it has stored.
// argv: folder of the installation
import { join } from 'node:path';
import { allProjections } from '#projections/all-projections.js';
import { startProjections } from '#projections/running-projections.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { shapeOf } from '../test-shapes.js';

const [folder] = process.argv.slice(2);
const store = openSqliteEventStore(join(folder!, 'events.sqlite'));
const readModels = openSqliteReadModels(join(folder!, 'read-models'));
const running = await startProjections({ store, readModels, projections: allProjections, shapeOf });
running.onWritten(({ projection, position }) => process.stdout.write(`${projection} ${position}\n`));
setInterval(() => undefined, 1000);
