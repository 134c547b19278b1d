// Bytes that an event takes: in the log, in the read models, and as the other engines are sent it.
import { readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { BSON } from 'mongodb';
import { allProjections } from '../projections/all-projections.js';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { openForReplay } from '../src/replay/open-for-replay.js';
import { createEventCodec } from '../src/event-store/event-codec.js';
import { fillFolder } from './fill-folder.js';
import { configurationOf } from './measurement-folder.js';
import type { Sizes } from './run-sizes.js';

export async function measureEventSizes({ records }: Sizes): Promise<void> {
  const folder = await fillFolder(records);
  const opened = await openForReplay(configurationOf(folder));
  const codec = createEventCodec();
  let [events, json] = [0, 0];
  const head = await opened.store.head();
  for await (const batch of opened.store.all(0)) {
    for (const event of batch) {
      const { data, metadata } = codec.encode(event);
      json += Buffer.byteLength(data) + Buffer.byteLength(metadata);
    }
    events += batch.length;
    if (batch.at(-1)!.position >= head) break;
  }
  const rows: string[][] = [];
  const put = (what: string, bytes: number) => rows.push([what, (bytes / events).toFixed(0)]);
  put('event: data and metadata as JSON', json);
  for (const { name } of allProjections) {
    const { number } = (await opened.readModels.active(name))!;
    const generation = await opened.readModels.open(name, number, (each) => opened.shapeOf(name, each));
    let bson = 0;
    for (const collection of await generation.collections())
      for await (const document of generation.scan<BSON.Document>(collection))
        bson += BSON.calculateObjectSize(document);
    put(`${name}: documents as BSON, without indexes`, bson);
    await generation.close();
  }
  await opened.close();
  put('the log in SQLite', sizeOf(join(folder, 'events.sqlite')));
  put('all read models in SQLite, with indexes and search', sizeOf(join(folder, 'reads')));
  rmSync(folder, { recursive: true });
  console.log(`\nBytes per event, of ${events.toLocaleString('en')} events`);
  console.log(formatTextTable(['what', 'bytes'], rows));
}

function sizeOf(path: string): number {
  if (!statSync(path).isDirectory()) return statSync(path).size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
