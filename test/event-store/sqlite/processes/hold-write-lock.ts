// Holds the write lock of a SQLite file, printing when it has it.
// argv: file, milliseconds
import { DatabaseSync } from '@photostructure/sqlite';

const database = new DatabaseSync(process.argv[2]!, { timeout: 5_000 });
database.exec('BEGIN IMMEDIATE');
process.stdout.write('locked\n');
setTimeout(() => {
  database.exec('ROLLBACK');
  database.close();
}, Number(process.argv[3]));
