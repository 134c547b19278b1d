// SQLite, and each server that can hold read models.
import { afterAll, beforeAll, describe } from '@jest/globals';
import { readModelEngines, type RunningEngine } from '#test/engines/test-engines.js';
import { databaseOf, dropDatabase } from '#test/engines/mongodb/drop-database.js';
import { readingApp, type ReadingApp } from '../reading/reading-app.js';

const SQLITE = { name: 'SQLite', start: undefined };

/** `database`: for this suite alone. `fill` prepares the application. */
export function describeOnEachEngine(
  title: string,
  { database, fill }: { readonly database: string; readonly fill: (app: ReadingApp) => Promise<void> },
  tests: () => void,
): void {
  describe.each([SQLITE, ...readModelEngines()])(`${title}, on $name`, ({ start }) => {
    let engine: RunningEngine | undefined;
    let app: ReadingApp | undefined;

    beforeAll(async () => {
      engine = await start?.();
      const settings = engine && { DAYBOOK_READS: databaseOf(engine.url, database) };
      app = await readingApp(undefined, settings);
      await fill(app);
    }, 120_000);

    afterAll(async () => {
      await app?.close();
      if (engine) await dropDatabase(engine.url, database);
      await engine?.stop();
    });

    tests();
  });
}
