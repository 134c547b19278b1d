// The process in which files are looked through, so that nobody waits for it: is told where they are, tells what it found, ends.
import { constants, setPriority } from 'node:os';
import { checkFiles, type FileEngines } from './check-files.js';

process.once('disconnect', () => process.exit());
process.once('message', (places: FileEngines) => {
  setPriority(constants.priority.PRIORITY_LOW);
  const findings = checkFiles(places);
  process.send!(findings, () => process.exit());
});
