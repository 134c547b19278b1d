// Version 1 of the format: a CRC-32 with each event, or none, and no links.
import { crc32 } from 'node:zlib';
import { DatabaseSync } from '@photostructure/sqlite';

interface Version1 {
  /** Infinity: from before checksums. */
  readonly checksumsFrom: number;
}

export function asVersion1(path: string, { checksumsFrom }: Version1): void {
  const database = new DatabaseSync(path);
  database.exec(`DROP TRIGGER event_has_link; DROP TABLE chain; DROP TRIGGER event_never_changes;
    ALTER TABLE event DROP COLUMN link; PRAGMA user_version = 1`);
  if (checksumsFrom === Infinity) database.exec('ALTER TABLE event DROP COLUMN checksum');
  else {
    const set = database.prepare('UPDATE event SET checksum = ? WHERE position = ?');
    const rows = database.prepare('SELECT * FROM event WHERE position >= ?').all(checksumsFrom);
    for (const row of rows as Record<string, string | number>[]) {
      const { stream, version, id, type, data, metadata } = row;
      set.run(crc32([stream, version, id, type, data, metadata].join('\n')), row['position']!);
    }
  }
  database.exec(`CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
    BEGIN SELECT RAISE(ABORT, 'an event is never changed'); END`);
  database.close();
}
