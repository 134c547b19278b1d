// Checks files without blocking requests.
import { constants, setPriority } from 'node:os';
import { checkDatabaseFiles, type DatabaseFileEngines } from './check-database-files.js';

process.once('disconnect', () => process.exit());
process.once('message', (places: DatabaseFileEngines) => {
  setPriority(constants.priority.PRIORITY_LOW);
  const findings = checkDatabaseFiles(places);
  process.send!(findings, () => process.exit());
});
