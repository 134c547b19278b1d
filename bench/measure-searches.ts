// How searches grow with the records there are: a hundredth of them and all, served at once and asked in turns.
import { rmSync } from 'node:fs';
import type { RecordEvent } from '../src/domain/record/record-events.js';
import { openEventStore } from '../src/installation/storage-engines.js';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { startServer, type Served } from './http-client.js';
import { rebuildReadModels } from './fill-folder.js';
import type { Sizes } from './run-sizes.js';
import {
  APPLICATION,
  ENTITY,
  syntheticEvents,
  appendHistoriesOf,
  personId,
  recordId,
} from './synthetic-log.js';
import { configurationOf, fillMeasurementFolder, createMeasurementFolder } from './measurement-folder.js';

const SEARCHES: { readonly [name: string]: string } = {
  'one letter': 'o',
  'a word of every record': 'microscope',
  'a word of one record': 'unique7x',
  'a word of none': 'xylophone',
  'a word of every record that is hidden': 'zebra',
  'a product, in rows of 1 of 200': 'prod77x',
  'an amount, in few rows': '7,919.07',
  'a day, in rows of 1 of 300': '2024-03-05',
  'a month, in rows of 1 of 10': '2024-03',
};

const PRODUCTS = 200;
const ROUNDS = 9;

export async function measureSearches({ records }: Sizes): Promise<void> {
  const sizes = [Math.ceil(records / 100), records];
  const folders = await Promise.all(sizes.map(searchable));
  const all = await Promise.all(folders.map((folder) => startServer(folder)));
  const rows: string[][] = [];
  for (const [name, text] of Object.entries(SEARCHES)) {
    const times: number[][] = all.map(() => []);
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, served] of all.entries()) times[index]!.push(await answerTime(served, text));
    const [few, many] = times.map(middle) as [number, number];
    rows.push([name, few.toFixed(1), many.toFixed(1), (many / few).toFixed(1)]);
  }
  for (const served of all) served.end();
  for (const folder of folders) rmSync(folder, { recursive: true });
  const [few, many] = sizes.map((size) => size.toLocaleString('en')) as [string, string];
  console.log(`\nSearches of a list, ms of an answer to one person, ${few} and ${many} records`);
  console.log(formatTextTable(['search', few, many, 'grows by'], rows));
}

/** Milliseconds. */
async function answerTime({ url, cookie }: Served, text: string): Promise<number> {
  const path = `/${APPLICATION}/requests?q=${encodeURIComponent(text)}`;
  const begun = performance.now();
  const response = await fetch(url + path, { headers: { cookie } });
  await response.text();
  if (response.status !== 200) throw new Error(`${path}: ${response.status}`);
  return performance.now() - begun;
}

function middle(times: readonly number[]): number {
  const sorted = [...times].sort((a, b) => a - b);
  const half = sorted.length / 2;
  return (sorted[Math.ceil(half) - 1]! + sorted[Math.floor(half)]!) / 2;
}

async function searchable(records: number): Promise<string> {
  const folder = createMeasurementFolder();
  await fillMeasurementFolder(folder, 'searching.md');
  const store = await openEventStore(configurationOf(folder));
  const of = (entity: string, firstEvent: number, opening: (n: number) => RecordEvent) => ({
    application: APPLICATION,
    entity,
    historyOf: (n: number) => syntheticEvents(APPLICATION, n + firstEvent, [opening(n)]),
  });
  await appendHistoriesOf(store, of('Product', 0, product), PRODUCTS);
  await appendHistoriesOf(store, of(ENTITY, PRODUCTS, request), records);
  await store.close();
  await rebuildReadModels(folder);
  return folder;
}

const product = (n: number): RecordEvent => ({
  type: 'record.opened',
  data: {
    entity: 'Product',
    number: null,
    title: `prod${n}x`,
    state: 'open',
    fields: { name: `prod${n}x` },
  },
});

function request(n: number): RecordEvent {
  const title = `Order ${n}: microscope slides unique${n}x and ${n % 17} boxes`;
  const wanted = new Date(Date.UTC(2024, 0, 1 + (n % 300))).toISOString().slice(0, 10);
  const lines = [0, 1].map((row) => ({
    product: recordId((n + row) % PRODUCTS),
    quantity: 1 + ((n * 7 + row) % 50),
    price: 1_000 + ((n * 7_919) % 900_007),
    wanted,
  }));
  return {
    type: 'record.opened',
    data: {
      entity: ENTITY,
      number: `PR-2024-${String(n).padStart(4, '0')}`,
      title,
      state: 'draft',
      fields: {
        title,
        department: 'Research',
        amount: 5_000,
        requestedBy: personId(n % 40),
        note: 'zebra crossing',
        lines,
      },
    },
  };
}
