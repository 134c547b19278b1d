import { register } from 'node:module';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
const root = process.cwd();
register(`file://${root}/test/threads/sources.mjs`);
if (process.argv[2] === 'server') {
  const { startMongoDb } = await import(`${root}/test/engines/mongodb/start-mongodb.ts`);
  const server = await startMongoDb();
  process.send(server.url);
  process.on('disconnect', () => process.exit());
} else if (process.argv[2] === 'replay') {
  const [, , , folder, url] = process.argv;
  const { openSqliteEventStore } = await import(`${root}/src/event-store/sqlite/sqlite-event-store.ts`);
  const { openMongoReadModels } = await import(`${root}/projections/mongo/mongo-read-models.ts`);
  const { openSqliteReadModels } = await import(`${root}/projections/sqlite/sqlite-read-models.ts`);
  const { replay } = await import(`${root}/projections/replay.ts`);
  const { allProjections } = await import(`${root}/projections/all-projections.ts`);
  const store = openSqliteEventStore(`${folder}/events.sqlite`);
  const readModels = url === 'sqlite' ? openSqliteReadModels(`${folder}/reads`) : await openMongoReadModels(url);
  const chosen = allProjections.filter(({ name }) => name === 'records' || name === 'timeline');
  const replayed = await replay({ store, readModels, projections: chosen, shapeOf: () => ({ indexes: [['state']], text: ['title'] }) });
  console.log(replayed.map((r) => [r.projection, r.outcome, r.comparison?.different, r.notCompared, r.why].join(' ')), Math.round(process.resourceUsage().maxRSS / 1024), 'MB');
  await readModels.close(); await store.close();
} else {
  const [, , records, heap] = process.argv;
  const folder = mkdtempSync('/tmp/large-');
  const { openSqliteEventStore } = await import(`${root}/src/event-store/sqlite/sqlite-event-store.ts`);
  const store = openSqliteEventStore(`${folder}/events.sqlite`);
  const text = 'lorem ipsum '.repeat(17_000);
  for (let n = 0; n < Number(records); n++)
    await store.append(`purchasing.Request-01890000-0000-7000-8000-${String(n).padStart(12, '0')}`, [{ id: crypto.randomUUID(), type: 'record.opened', data: { entity: 'Request', number: `N-${n}`, state: 'draft', title: `t${n}`, fields: { notes: `${n} ${text}` } }, metadata: { at: '2026-01-01T00:00:00.000Z', actor: { kind: 'system' } } }], 0);
  await store.close();
  const server = fork(process.argv[1], ['server'], { execArgv: ['--disable-warning=ExperimentalWarning', '--max-old-space-size=2500'] });
  const [url] = await once(server, 'message');
  for (const where of [url, url, 'sqlite', 'sqlite']) {
    const child = fork(process.argv[1], ['replay', folder, where], { execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${heap}`] });
    const [code, signal] = await once(child, 'exit');
    console.log(where, 'ended', code, signal);
  }
  server.disconnect();
  rmSync(folder, { recursive: true });
}
