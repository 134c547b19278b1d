import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allProjections } from '#projections/all-projections.js';
import { replay } from '#projections/replay/replay.js';
import type { ReplayReport } from '#projections/replay/replay-report.js';
import { createRecordsReadModel } from '#projections/read-models/records/records-read-model.js';
import { createTimelineReadModel } from '#projections/read-models/timeline/timeline-projection.js';
import type { Compiled } from '../event-store/sqlite/start-process.js';
import { compileProjectionProcesses } from './compile-processes.js';
import { type Installation, makeInstallation } from './test-installation.js';
import { RECORD, REQUEST, newEvent, opened } from './recorded-events.js';
import { shapeOf } from './test-shapes.js';

const comments = (count: number) =>
  Array.from({ length: count }, () => newEvent('record.commented', { text: 'x' }));

describe('several processes', () => {
  let build: string;
  let processes: Compiled;
  let here: Installation;

  beforeAll(() => {
    build = mkdtempSync(join(tmpdir(), 'daybook-processes-'));
    processes = compileProjectionProcesses(build);
  });
  afterAll(() => rmSync(build, { recursive: true }));
  beforeEach(() => {
    here = makeInstallation();
  });
  afterEach(() => here.end());

  it('replay while this one serves pages and goes on writing', async () => {
    const running = await here.start();
    await here.append(REQUEST, newEvent('record.opened', opened()), ...comments(500));
    await running.waitFor(await here.store.head(), 10_000);

    let isReplaying = true;
    const replaying = processes.run('replay', here.folder).finally(() => (isReplaying = false));
    let pages = 0;
    while (isReplaying) {
      const position = await here.append(REQUEST, ...comments(1));
      expect(await running.waitFor(position, 10_000)).toBe(true);
      const record = await createRecordsReadModel(running, {
        application: 'purchasing',
        entity: 'Request',
      }).get(RECORD);
      expect(record?.position).toBeGreaterThanOrEqual(position);
      expect((await createTimelineReadModel(running).find({ limit: 5 })).documents).toHaveLength(5);
      pages += 1;
    }
    const replayed = JSON.parse((await replaying).trim().split('\n').at(-1)!) as ReplayReport[];

    expect(pages).toBeGreaterThan(3);
    for (const each of replayed)
      expect(each).toMatchObject({ outcome: 'activated', generation: 2, comparison: { different: 0 } });
    const position = await here.append(REQUEST, ...comments(1));
    expect(await running.waitFor(position, 10_000)).toBe(true);
    while ((await running.health()).some((each) => each.generation !== 2))
      await new Promise((resolve) => setTimeout(resolve, 20));
    await running.waitFor(position, 10_000);
    await running.stop();
    const [again] = await replay({ ...here, projections: allProjections, shapeOf, dryRun: true });
    expect(again).toMatchObject({ comparison: { different: 0, position } });
  });
});
