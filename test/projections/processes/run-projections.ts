// Builds or follows read models, printing which, and the positions it has reached.
// argv: folder of the installation, and the read models' MongoDB URL, or nothing for files in the folder
import { join } from 'node:path';
import { allProjections } from '#projections/all-projections.js';
import { PROJECTIONS_LEASE, holdLease } from '#projections/lease/lease.js';
import { startProjections } from '#projections/running-projections.js';
import { openSqliteReadModels } from '#projections/engines/sqlite/sqlite-read-models.js';
import { openSqliteEventStore } from '#event-store/sqlite/sqlite-event-store.js';
import { shapeOf } from '../test-shapes.js';

const [folder, url] = process.argv.slice(2);
const store = openSqliteEventStore(join(folder!, 'events.sqlite'));
const readModels = url
  ? await (await import('#projections/engines/mongo/mongo-read-models.js')).openMongoReadModels(url)
  : openSqliteReadModels(join(folder!, 'read-models'));
const lease = await holdLease(readModels, PROJECTIONS_LEASE);
const say = (text: string) => process.stdout.write(`${text}\n`);
const sayRole = () => say(lease.token === undefined ? 'following' : `writing under ${lease.token}`);
lease.onChange(sayRole);
sayRole();
const running = await startProjections({ store, readModels, projections: allProjections, shapeOf, lease });
running.onWritten(({ projection, position }) => say(`${projection} ${position}`));
say('started');

process.once('SIGTERM', () => {
  void (async () => {
    await running.stop();
    await lease.release();
    await readModels.close();
    await store.close();
    process.exit(0);
  })();
});
setInterval(() => undefined, 1000);
