import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allProjections, fixedShapes } from '../../projections/all-projections.js';
import { type RunningProjections, startProjections } from '../../projections/running-projections.js';
import { recordById } from '../../projections/records/record-queries.js';
import { unlistedRecordsShape } from '../../projections/records/records-shape.js';
import { openSqliteReadModels } from '../../projections/sqlite/sqlite-read-models.js';
import { findTimeline } from '../../projections/timeline/timeline-queries.js';
import type { ReadModels } from '../../projections/read-model.js';
import type { EventStore } from '../../src/event-store/event-store.js';
import { openSqliteEventStore } from '../../src/event-store/sqlite/sqlite-event-store.js';
import { RECORD, REQUEST, newEvent, opened } from './recorded-events.js';

const shapeOf = (projection: string) => fixedShapes[projection] ?? unlistedRecordsShape;
const OF = { application: 'purchasing', entity: 'Request' };

describe('running projections', () => {
  let folder: string;
  let store: EventStore;
  let readModels: ReadModels;
  let running: RunningProjections;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'daybook-projections-'));
    store = openSqliteEventStore(join(folder, 'events.sqlite'));
    readModels = openSqliteReadModels(join(folder, 'read-models'));
    running = await startProjections({ store, readModels, projections: allProjections, shapeOf });
  });
  afterEach(async () => {
    await running.stop();
    await readModels.close();
    await store.close();
    rmSync(folder, { recursive: true });
  });

  it('let people read their own writes', async () => {
    const { position } = await store.append(REQUEST, [newEvent('record.opened', opened())], 0);
    expect(await running.waitFor(position, 5000)).toBe(true);
    expect(await recordById(running.generation('records'), OF, RECORD)).toMatchObject({
      title: 'Éclairs',
      version: 1,
    });
    const { documents } = await findTimeline(running.generation('timeline'), {
      limit: 10,
      search: 'eclairs',
    });
    expect(documents.map((entry) => entry.type)).toEqual(['record.opened']);
  });
});
