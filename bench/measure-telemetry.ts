// What traces and metrics cost a command: processor time, which other work on the machine falsifies less than clocks.
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { formatTextTable } from '../src/platform/format-text-table.js';
import { fillFolder } from './fill-folder.js';
import { applyLoad, startServer } from './http-client.js';
import { measureCommandRate } from './measure-commands.js';
import type { Sizes } from './run-sizes.js';

const RECORDS = 10_000;
const CONNECTIONS = 8;
const ROUNDS = 4;

export async function measureTelemetry({ seconds }: Sizes): Promise<void> {
  const collector = createServer((request, response) => {
    request.resume().on('end', () => response.end());
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
  const tenth = { OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '0.1' };
  const modes: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    off: {},
    metrics: { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_EXPORTER: 'none' },
    'metrics, every tenth trace': { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, ...tenth },
    'metrics, every trace': { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
  };
  const folder = await fillFolder(RECORDS);
  const comment = measureCommandRate(RECORDS)['comment']!;
  const measured = new Map<string, number[]>(Object.keys(modes).map((mode) => [mode, []]));
  for (let round = 0; round < ROUNDS; round++)
    for (const [mode, variables] of Object.entries(modes)) {
      Object.assign(process.env, variables);
      const served = await startServer(folder);
      for (const name of Object.keys(variables)) delete process.env[name];
      await applyLoad(served, comment, CONNECTIONS, seconds / 2);
      const before = await served.ask<{ computed: number }>({});
      const { count, bad } = await applyLoad(served, comment, CONNECTIONS, seconds);
      const after = await served.ask<{ computed: number }>({});
      if (bad > 0) throw new Error(`${bad} of ${count} comments were refused`);
      measured.get(mode)!.push((after.computed - before.computed) / count);
      await served.stop();
    }
  collector.close();
  rmSync(folder, { recursive: true });
  console.log(
    `\nProcessor time of a comment over HTTP, ${CONNECTIONS} connections, ${ROUNDS} rounds in turn`,
  );
  const rows = [...measured].map(([mode, times]) => {
    const sorted = times.toSorted((one, other) => one - other);
    const median = (sorted[1]! + sorted[2]!) / 2;
    return [mode, median.toFixed(2), `${sorted[0]!.toFixed(2)} to ${sorted.at(-1)!.toFixed(2)}`];
  });
  console.log(formatTextTable(['telemetry', 'median ms', 'from, to'], rows));
}
