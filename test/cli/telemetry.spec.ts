// OpenTelemetry in processes of the built command: what is loaded, what is sent, and what a collector that is away does.
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, afterEach, describe, expect, it } from '@jest/globals';
import { NOTES } from '../faults/notes.js';
import { findFreePort } from '../telemetry/observed-daybook.js';
import { startOtlpReceiver, type OtlpReceiver, type ReceivedSpan } from '../telemetry/otlp-receiver.js';
import { sampleCases } from '../property-runs.js';
import { parsePrometheusText, sumOf } from '../telemetry/prometheus-text.js';
import { addressOf, done, MAIN, newFolder, remove, start, type Running } from './daybook-command.js';

const folder = newFolder();
const data = join(folder, 'data');
const environment = { DAYBOOK_SESSION_SECRET: 'x'.repeat(40) };
const ada = { name: 'Ada', signInName: 'ada', password: 'a sentence is fine' };
const headers = {
  'Content-Type': 'application/json',
  Authorization: `Basic ${Buffer.from(`${ada.signInName}:${ada.password}`).toString('base64')}`,
};
afterAll(() => remove(folder));

let serving: Running[] = [];
afterEach(async () => {
  for (const { process } of serving) process.kill('SIGTERM');
  await Promise.all(serving.map(async ({ ended }) => ended));
  serving = [];
});

function serve(variables: Readonly<Record<string, string>>, ...words: string[]): Running {
  const running = start(['serve', '--port', '0', '--no-demo', ...words], {
    data,
    environment: { ...environment, ...variables },
  });
  serving.push(running);
  return running;
}

async function becomeAdmin(pages: Running): Promise<void> {
  const [, link] = await pages.says(/(http:\S+\/-\/welcome\?token=\S+)\n/);
  const url = new URL(link!);
  const body = new URLSearchParams({ token: url.searchParams.get('token')!, ...ada });
  const answer = await fetch(`${url.origin}/-/welcome`, { method: 'POST', body, redirect: 'manual' });
  expect(answer.status).toBe(303);
  writeFileSync(join(folder, 'notes.md'), NOTES);
  await done(['publish', join(folder, 'notes.md')], { data, environment });
}

/** Returns the trace id. */
async function write(address: string): Promise<string> {
  for (;;) {
    const body = JSON.stringify({ fields: { title: 'a note' } });
    const answer = await fetch(`${address}/api/notes/Note`, { method: 'POST', headers, body });
    // The read models learn of the published specification in their own time.
    if (answer.status === 404) continue;
    expect(answer.status).toBe(201);
    return answer.headers.get('x-correlation-id')!.replaceAll('-', '');
  }
}

const traceUntil = async (receiver: OtlpReceiver, traceId: string, name: string) =>
  receiver.until(() => {
    const spans = receiver.spans.filter((span) => span.traceId === traceId);
    const names = spans.map((span) => span.name);
    return names.includes(name) && names.some((each) => each.startsWith('POST')) && spans;
  });

const find = (spans: readonly ReceivedSpan[], name: string) => spans.find((span) => span.name === name)!;

describe('without OpenTelemetry’s variables', () => {
  it('no file of its SDK is loaded', async () => {
    const read = join(folder, 'read.txt');
    const counter = `
import { register } from 'node:module';
register('data:text/javascript,' + encodeURIComponent(\`
import { appendFileSync } from 'node:fs';
export async function load(url, context, next) {
  if (url.startsWith('file:')) appendFileSync(process.env.MODULES_READ, url + '\\\\n');
  return next(url, context);
}\`));`;
    const counted = {
      NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(counter)}`,
      MODULES_READ: read,
    };
    const loads = async (variables: Readonly<Record<string, string>>) => {
      writeFileSync(read, '');
      await addressOf(serve({ ...counted, ...variables }));
      return readFileSync(read, 'utf8')
        .trimEnd()
        .split('\n')
        .map((url) => readFileSync(new URL(url), 'utf8'));
    };
    const SDK =
      /class BasicTracerProvider|class MeterProvider|class PrometheusExporter|class OTLPTraceExporter/;
    const port = String(await findFreePort());
    const built = readdirSync(dirname(MAIN)).filter((name) => name.endsWith('.js'));
    expect(built.some((name) => SDK.test(readFileSync(join(dirname(MAIN), name), 'utf8')))).toBe(true);
    const off = await loads({ OTEL_SERVICE_NAME: 'daybook' });
    expect(off.filter((text) => SDK.test(text))).toEqual([]);
    const on = await loads({ OTEL_METRICS_EXPORTER: 'prometheus', OTEL_EXPORTER_PROMETHEUS_PORT: port });
    expect(on.filter((text) => SDK.test(text)).length).toBeGreaterThan(0);
  });
});

describe('Daybook in two processes', () => {
  it('shares one trace, from the request in one to the read models in the other', async () => {
    const receiver = await startOtlpReceiver();
    const traced = {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_BSP_SCHEDULE_DELAY: '50',
    };
    const builder = serve({ ...traced, OTEL_SERVICE_NAME: 'builder' }, '--only', 'projections');
    await builder.says(/Health: (http:\S+)/);
    const pages = serve({ ...traced, OTEL_SERVICE_NAME: 'pages' }, '--only', 'web');
    const address = await addressOf(pages);
    await becomeAdmin(pages);
    const spans = await traceUntil(receiver, await write(address), 'project records');
    const append = spans.find(
      ({ name, attributes }) =>
        name === 'append' && String(attributes['daybook.event_types']).includes('record.opened'),
    )!;
    expect(append.resource).toMatchObject({ 'service.name': 'pages', 'daybook.role': 'web' });
    expect(find(spans, 'project records')).toMatchObject({
      parentSpanId: append.spanId,
      resource: { 'service.name': 'builder', 'daybook.role': 'projections' },
    });
    expect(find(spans, 'command OpenRecord').spanId).toBe(append.parentSpanId);
    await receiver.close();
  });

  it('keeps a trace in both or in neither, where not every trace is kept', async () => {
    const receiver = await startOtlpReceiver();
    const sampled = {
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_METRICS_EXPORTER: 'none',
      OTEL_BSP_SCHEDULE_DELAY: '50',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.5',
    };
    const builder = serve({ ...sampled, OTEL_SERVICE_NAME: 'builder' }, '--only', 'projections');
    await builder.says(/Health: (http:\S+)/);
    const pages = serve({ ...sampled, OTEL_SERVICE_NAME: 'pages' }, '--only', 'web');
    const address = await addressOf(pages);
    const traceIds: string[] = [];
    while (traceIds.length < 24) traceIds.push(await write(address));
    pages.process.kill('SIGTERM');
    await pages.ended;
    const servicesOf = (traceId: string) => {
      const spans = receiver.spans.filter((span) => span.traceId === traceId);
      return [...new Set(spans.map(({ resource }) => resource['service.name']))].sort();
    };
    const kept = traceIds.filter((traceId) => servicesOf(traceId).includes('pages'));
    expect([kept.length > 0, kept.length < traceIds.length]).toEqual([true, true]);
    await receiver.until(() => kept.every((traceId) => servicesOf(traceId).includes('builder')));
    for (const traceId of traceIds.filter((each) => !kept.includes(each)))
      expect(servicesOf(traceId)).toEqual([]);
    await receiver.close();
  });
});

describe('the end of a process', () => {
  it('sends the spans that wait, and ends the server of metrics', async () => {
    const receiver = await startOtlpReceiver();
    const port = await findFreePort();
    const pages = serve({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
      OTEL_BSP_SCHEDULE_DELAY: '600000',
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
    });
    const traceId = await write(await addressOf(pages));
    const metrics = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
    const samples = parsePrometheusText(await metrics());
    expect(sumOf(samples, 'daybook_commands_total', { daybook_command: 'OpenRecord' })).toBe(1);
    for (const lease of ['projections', 'calls', 'timers', 'upgrades', 'erasures'])
      expect([lease, sumOf(samples, 'daybook_lease_held', { daybook_lease: lease })]).toEqual([lease, 1]);
    expect(receiver.spans).toEqual([]);
    pages.process.kill('SIGTERM');
    expect(await pages.ended).toMatchObject({ code: 0, err: '' });
    expect(receiver.spans.filter((span) => span.traceId === traceId).length).toBeGreaterThan(3);
    await expect(metrics()).rejects.toThrow();
    await receiver.close();
  });
});

describe('a collector that is away', () => {
  it.each(sampleCases(['refuses connections', 'never answers'], 1))(
    'that %s disturbs no request, and no end',
    async (how) => {
      const silent = createServer((socket) => socket.on('error', () => {})).listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const { port } = silent.address() as AddressInfo;
      if (how === 'refuses connections') silent.close();
      const pages = serve({
        OTEL_EXPORTER_OTLP_ENDPOINT: `http://user-token@127.0.0.1:${port}`,
        OTEL_BSP_SCHEDULE_DELAY: '10',
        OTEL_METRIC_EXPORT_INTERVAL: '100',
        OTEL_EXPORTER_OTLP_TIMEOUT: '500',
      });
      const address = await addressOf(pages);
      for (let number = 0; number < 20; number++) await write(address);
      pages.process.kill('SIGTERM');
      const { code, err } = await pages.ended;
      expect(code).toBe(0);
      // Once per message, not per export, and never with the credentials of an address.
      expect(err.split('\n').length).toBeLessThan(10);
      expect(err).not.toContain('user-token');
      silent.close();
    },
  );
});

describe('a port of metrics that another program has', () => {
  it('is told of, and pages are served all the same', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    const pages = serve({
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
    });
    const address = await addressOf(pages);
    await pages.says(/Metrics are not served at 127\.0\.0\.1:\d+: .*EADDRINUSE/);
    await write(address);
    const health = (await (await fetch(`${address}/-/health`)).json()) as { readonly status: string };
    expect(health.status).toBe('ok');
    other.close();
  });
});

describe('variables that cannot be followed', () => {
  it('stop the start, and say what would be right', async () => {
    const running = start(['serve', '--port', '0'], {
      data,
      environment: { ...environment, OTEL_TRACES_EXPORTER: 'otlp', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
    });
    const { code, err } = await running.ended;
    expect([code, err]).toEqual([
      expect.any(Number),
      expect.stringContaining('OTEL_EXPORTER_OTLP_PROTOCOL: write http/protobuf or http/json'),
    ]);
    expect(code).not.toBe(0);
  });
});
