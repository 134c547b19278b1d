// The small servers of the tests, in a process of their own: for measuring the adapters where no real engine is named.
import { startEventStoreDb } from '../test/engines/eventstoredb/start-eventstoredb.js';
import { startMongoDb } from '../test/engines/mongodb/start-mongodb.js';

process.on('disconnect', () => process.exit());
const wanted = process.argv.slice(2);
const log = wanted.includes('eventstoredb') ? await startEventStoreDb() : undefined;
const documents = wanted.includes('mongodb') ? await startMongoDb() : undefined;
process.send!({ eventstoredb: log?.url, mongodb: documents?.url });
