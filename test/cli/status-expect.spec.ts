// Compares an earlier hash with a log that may have been changed.
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { DatabaseSync } from '@photostructure/sqlite';
import { daybook, done, newFolder, PERMITS, remove } from './daybook-command.js';

const data = join(newFolder(), 'data');
afterAll(() => remove(join(data, '..')));

interface Hash {
  readonly events: number;
  readonly sha256: string;
}
const hashNow = async () =>
  (JSON.parse((await daybook(['status', '--json'], { data })).out) as { log: { hash: Hash } }).log.hash;

let kept: Hash;
beforeAll(async () => {
  await done(['publish', PERMITS], { data });
  await done(['replay'], { data });
  kept = await hashNow();
  await done(['publish', PERMITS.replace('permits.md', 'purchase-requests.md')], { data });
  await done(['replay'], { data });
});

const expectKept = ({ events, sha256 }: Hash = kept) =>
  daybook(['status', '--expect', `${events}:${sha256}`], { data });

/** With recomputed links, as an attacker's program would. */
function rewriteFirstEvent(): void {
  const database = new DatabaseSync(join(data, 'events.sqlite'));
  database.exec(`DROP TRIGGER event_never_changes;
    UPDATE event SET metadata = replace(metadata, '"actor":"', '"actor":"not ') WHERE position = 1`);
  const set = database.prepare('UPDATE event SET link = ? WHERE position = ?');
  let link = '0'.repeat(64);
  const rows = database.prepare('SELECT * FROM event ORDER BY position').all() as Record<string, string>[];
  for (const { position, stream, version, id, type, data: said, metadata } of rows) {
    const lines = [link, stream, version, id, type, said, metadata];
    link = createHash('sha256').update(lines.join('\n')).digest('hex');
    set.run(link, position!);
  }
  database.close();
}

describe('given a hash of the log that was kept elsewhere', () => {
  it('when the log has grown since, then status says that its beginning is the same', async () => {
    const { code, out } = await expectKept();
    expect(out).toMatch(new RegExp(`the first ${kept.events} events are those whose hash was expected`));
    expect(out).toMatch(/^hash +\d+:[0-9a-f]{64}$/m);
    expect(code).toBe(0);
  });

  it('when the log is shorter than that, then status says so and ends with 1', async () => {
    const { code, out } = await expectKept({ ...kept, events: 100_000 });
    expect(out).toMatch(/Events are missing from the log: it ends after \d+, and 100000:/);
    expect(code).toBe(1);
  });

  it('when what is expected is no hash, then it is wrong use', async () => {
    const { code, err } = await daybook(['status', '--expect', '12:34'], { data });
    expect(err).toMatch(/the number of events, a colon, and 64 digits/);
    expect(code).toBe(2);
  });

  it('when an event and all links are made anew, then status and the read models tell, and no replay accepts it', async () => {
    rewriteFirstEvent();
    const { code, out } = await expectKept();
    expect(out).toMatch(/events\.sqlite {2}whole/);
    expect(out).toMatch(/The log is not the one whose hash was kept: its first \d+ events have sha256:/);
    expect(out).toMatch(
      /The log was changed: somebody has changed events of .*No replay accepts such a log/s,
    );
    expect(code).toBe(1);
    for (const words of [['replay'], ['replay', '--accept', '--reason', 'x']]) {
      const replay = await daybook(words, { data });
      expect(replay.out).toMatch(
        /records: .* events of the log are not those that the read model was made from/s,
      );
      expect(replay.out).not.toMatch(/--accept/);
      expect(replay.code).toBe(1);
    }
  });
});
