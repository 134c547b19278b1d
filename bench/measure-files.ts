// One large file up and down through a process with little memory, beside copying the same file on the same disk.
import { randomFillSync } from 'node:crypto';
import { createReadStream, createWriteStream, rmSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { text } from 'node:stream/consumers';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { withCaughtUpInstallation } from '../src/cli/with-installation.js';
import { PublishSpecification } from '../src/domain/specification/specification-commands.js';
import { startServer, type Served } from './http-client.js';
import { isSmallServer, findEngineMixes, nameMix, startEngines, type EngineMix } from './engine-mixes.js';
import type { Sizes } from './run-sizes.js';
import { enginesOf, fillMeasurementFolder, createMeasurementFolder } from './measurement-folder.js';

const MB = 1_000_000;
/** The small MongoDB of the tests holds everything in memory. */
const BYTES = { full: 1_000 * MB, quick: 50 * MB, small: 200 * MB };
/** MiB that the objects of JavaScript may take. What the process is resident with is measured. */
const LIMITED = ['--max-old-space-size=128', '--max-semi-space-size=8'];

export async function measureFiles({ seconds }: Sizes): Promise<void> {
  const mixes = findEngineMixes([]).filter(({ events }) => events === 'sqlite');
  const rows: string[][] = [];
  for (const mix of mixes) {
    const most = seconds < 5 ? BYTES.quick : BYTES.full;
    rows.push(...(await onEngines(mix, isSmallServer(mix) ? Math.min(most, BYTES.small) : most)));
  }
  console.log(`\nOne file at a time, up and down (MB = 1,000,000 bytes; server with ${LIMITED.join(' ')})`);
  console.log(formatTextTable(['kept in', 'what', 'MB', 'MB/s', 'of a copy', 'peak MiB'], rows));
}

async function onEngines(mix: EngineMix, size: number): Promise<string[][]> {
  const engines = await startEngines(mix);
  const folder = createMeasurementFolder(engines.addresses);
  await fillMeasurementFolder(folder);
  await publish(folder);
  const path = await fileOf(join(folder, 'large.bin'), size);
  const copied = await secondsOf(() => copy(path));
  const place = mix.reads === 'sqlite' ? 'a folder' : `GridFS, ${nameMix(mix)[1]}`;
  const row = (what: string, took: number, memory = '') => [
    ...[place, what, String(size / MB), (size / MB / took).toFixed(0), (copied / took).toFixed(2), memory],
  ];
  const rows = [row('copied, and synced', copied)];
  for (const field of ['plain', 'sealed']) {
    // Of each its own process: a peak is of all that happened before.
    const served = await startServer(folder, undefined, LIMITED);
    const before = (await served.ask<{ memory: number }>({})).memory;
    const { up, down } = await upAndDown(served, field, path, size).catch((error: unknown) => {
      served.end();
      throw error;
    });
    const { memory } = await served.ask<{ memory: number }>({});
    rows.push(row(`${field}, up`, up), row(`${field}, down`, down, `${memory} (${before} before)`));
    await served.stop();
  }
  rmSync(folder, { recursive: true });
  await engines.stop();
  return rows;
}

async function publish(folder: string): Promise<void> {
  // The sources of dist/bench stand in bench.
  const text = await readFile(new URL('../../bench/filing.md', import.meta.url), 'utf8');
  const context = { actor: 'system', commandId: 'bench-filing' };
  await withCaughtUpInstallation(
    { data: folder },
    async ({ send }) => void (await send(new PublishSpecification({ text, context }))),
    enginesOf(folder),
  );
}

async function fileOf(path: string, size: number): Promise<string> {
  const file = await open(path, 'wx');
  const piece = Buffer.alloc(MB);
  for (let at = 0; at < size; at += MB) await file.write(randomFillSync(piece));
  await file.sync();
  await file.close();
  return path;
}

async function copy(path: string): Promise<void> {
  const to = `${path}.copy`;
  await pipeline(
    createReadStream(path, { highWaterMark: 256 * 1024 }),
    createWriteStream(to, { flush: true }),
  );
  rmSync(to);
}

/** Seconds. */
async function upAndDown(served: Served, field: string, path: string, size: number) {
  let upload: { readonly reference: string; readonly sha256: string } | undefined;
  const up = await secondsOf(async () => {
    const headers = { 'content-type': 'application/octet-stream', 'content-length': size };
    const address = `/api/filing/Paper/files?field=${field}&name=large.bin`;
    upload = await json(await sendRequest(served, 'POST', address, headers, path));
  });
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ fields: { title: 'Large', [field]: upload!.reference } });
  const opened = await sendRequest(served, 'POST', '/api/filing/Paper', headers, body);
  const { id } = await json<{ id: string }>(opened);
  // Its read model may be a moment behind.
  const positionHeader = { 'daybook-position': opened.headers['daybook-position'] };
  let bytes = 0;
  const down = await secondsOf(async () => {
    const answer = await sendRequest(
      served,
      'GET',
      `/api/filing/Paper/${id}/files/${field}/${upload!.sha256}`,
      positionHeader,
    );
    if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}: ${await text(answer)}`);
    for await (const piece of answer) bytes += (piece as Buffer).length;
  });
  if (bytes !== size) throw new Error(`${bytes} bytes came back of ${size}`);
  return { up, down };
}

/** `body`: a file by its path, or JSON. */
function sendRequest(
  { url, cookie }: Served,
  method: string,
  path: string,
  headers: object = {},
  body?: string,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest(
      `${url}${path}`,
      { method, headers: { cookie, origin: url, ...headers } },
      resolve,
    );
    sent.once('error', reject);
    if (body?.startsWith('/'))
      void pipeline(createReadStream(body, { highWaterMark: 256 * 1024 }), sent).catch(reject);
    else sent.end(body);
  });
}

async function json<Answer>(answer: IncomingMessage): Promise<Answer> {
  const body = await text(answer);
  if (answer.statusCode !== 201) throw new Error(`${answer.statusCode}: ${body}`);
  return JSON.parse(body) as Answer;
}

async function secondsOf(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return (performance.now() - started) / 1000;
}
