// Creates a file at the same moment as others, and prints its content.
// argv: file, milliseconds since 1970
import { readFileSync } from 'node:fs';
import { createFileOnce } from '#platform/create-file-once.js';

const [file, moment] = process.argv.slice(2) as [string, string];
while (Date.now() < Number(moment));
createFileOnce(file, String(process.pid).padStart(100_000, '-'));
process.stdout.write(readFileSync(file, 'utf8'));
