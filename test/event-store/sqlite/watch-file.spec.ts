// Neither replaced nor overwritten by an older log.
import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { mkdtempSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { watchForReplacedLogFile } from '#event-store/sqlite/log-reader.js';

describe('given a log that is watched', () => {
  let folder: string;
  let path: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-same-file-'));
    path = join(folder, 'events.sqlite');
    jest.spyOn(performance, 'now').mockImplementation(() => milliseconds);
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  /** A log of so many events, as a file. */
  function logOf(count: number, of = 'e'): Buffer {
    const other = join(folder, `${of}-${count}`);
    const database = new DatabaseSync(other);
    database.exec('CREATE TABLE event (position INTEGER PRIMARY KEY, id TEXT)');
    const insert = database.prepare('INSERT INTO event VALUES (?, ?)');
    for (let position = 1; position <= count; position++) insert.run(position, `${of}${position}`);
    database.close();
    const bytes = readFileSync(other);
    rmSync(other);
    return bytes;
  }

  let milliseconds = 0;
  let seconds = 0;
  /** Into the same file. */
  function write(bytes: Buffer): void {
    writeFileSync(path, bytes);
    const changed = new Date(Date.parse('2026-11-20T10:00:00.000Z') + ++seconds * 1000);
    utimesSync(path, changed, changed);
  }

  function looks(watch: ReturnType<typeof watchForReplacedLogFile>): boolean {
    watch.isUnchanged();
    milliseconds += 1_100;
    return watch.isUnchanged();
  }

  it('when nothing happens, or events are appended, then it is unchanged', () => {
    write(logOf(2));
    const watch = watchForReplacedLogFile(path);
    expect(looks(watch)).toBe(true);
    write(logOf(3));
    expect(looks(watch)).toBe(true);
  });

  it('when an older log is copied into it, then it is replaced, once it has rested', () => {
    write(logOf(3));
    const watch = watchForReplacedLogFile(path);
    write(logOf(2));
    expect(watch.isUnchanged()).toBe(true);
    expect(looks(watch)).toBe(false);
    write(logOf(3));
    expect(watch.isUnchanged()).toBe(false);
  });

  it('when a log of other events is copied into it, then it is another one', () => {
    write(logOf(3));
    const watch = watchForReplacedLogFile(path);
    write(logOf(5, 'other'));
    expect(looks(watch)).toBe(false);
  });

  it('when half of what another process moves there is seen, then it is the same once all of it is there', () => {
    write(logOf(3));
    const watch = watchForReplacedLogFile(path);
    write(logOf(2));
    expect(watch.isUnchanged()).toBe(true);
    write(logOf(4));
    expect(looks(watch)).toBe(true);
  });

  it('when it cannot be read, then it counts as unchanged', () => {
    write(logOf(3));
    const watch = watchForReplacedLogFile(path);
    write(Buffer.from('no database'));
    expect(looks(watch)).toBe(true);
  });

  it.each(['', '-wal', '-shm'])(
    'when the file “%s” is exchanged, or gone, then it is another one',
    (ending) => {
      write(logOf(3));
      writeFileSync(`${path}-wal`, '');
      writeFileSync(`${path}-shm`, '');
      const [exchanged, gone] = [watchForReplacedLogFile(path), watchForReplacedLogFile(path)];
      writeFileSync(join(folder, 'other'), readFileSync(path + ending));
      renameSync(join(folder, 'other'), path + ending);
      expect(exchanged.isUnchanged()).toBe(false);
      rmSync(path + ending);
      expect(gone.isUnchanged()).toBe(false);
    },
  );
});
