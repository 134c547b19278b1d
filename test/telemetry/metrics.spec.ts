import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { v7 as uuid } from 'uuid';
import { PEOPLE, type Browser } from '../web/daybook.js';
import {
  findFreePort,
  startObservedDaybook,
  startObserving,
  type ObservedDaybook,
} from './observed-daybook.js';
import { startOtlpReceiver } from './otlp-receiver.js';
import { parsePrometheusText, sumOf, type Sample } from './prometheus-text.js';

let observed: ObservedDaybook;
let clerk: Browser;
let port: number;

beforeAll(async () => {
  port = await findFreePort();
  observed = await startObservedDaybook({
    OTEL_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
  });
  clerk = await observed.daybook.as('clerk');
});

afterAll(async () => observed.close());

const scrapeText = async () => (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
const scrape = async (): Promise<readonly Sample[]> => parsePrometheusText(await scrapeText());

const open = (fields: object, headers: Record<string, string> = {}) =>
  clerk.post('/api/orders/Order').set(headers).send({ fields });

describe('metrics for Prometheus', () => {
  it('count commands by type and outcome, with how long they took', async () => {
    const count = async (outcome: string, name = 'daybook_commands_total') =>
      sumOf(await scrape(), name, { daybook_command: 'OpenRecord', daybook_outcome: outcome }) ?? 0;
    const before = await count('accepted');
    const key = { 'Idempotency-Key': uuid() };
    await open({ title: 'Paper' }, key);
    await open({ title: 'Paper' }, key);
    await open({});
    expect(await count('accepted')).toBe(before + 1);
    expect(await count('repeated')).toBe(1);
    expect(await count('refused')).toBe(1);
    expect(await count('accepted', 'daybook_command_duration_count')).toBe(before + 1);
  });

  it('count refusals by code', async () => {
    const { body } = await open({});
    const code = { daybook_refusal: body.code as string };
    const before = sumOf(await scrape(), 'daybook_refusals_total', code)!;
    await open({});
    expect(sumOf(await scrape(), 'daybook_refusals_total', code)).toBe(before + 1);
  });

  it('count requests by workload and status', async () => {
    const pages = { daybook_workload: 'page', http_response_status_code: '200' };
    const count = async () => sumOf(await scrape(), 'http_server_request_duration_count', pages) ?? 0;
    const before = await count();
    await clerk.get('/');
    await clerk.get('/');
    expect(await count()).toBe(before + 2);
  });

  it('say how far each read model is, which leases are held, and that the engines answer', async () => {
    await observed.daybook.settled();
    const samples = await scrape();
    const projections = (await observed.daybook.installation.projections.health()).map(
      ({ projection }) => projection,
    );
    expect(projections.length).toBeGreaterThan(5);
    for (const projection of projections) {
      expect(sumOf(samples, 'daybook_projection_up', { daybook_projection: projection })).toBe(1);
      expect(sumOf(samples, 'daybook_projection_lag', { daybook_projection: projection })).toBe(0);
    }
    expect(sumOf(samples, 'daybook_lease_held', { daybook_lease: 'projections' })).toBe(1);
    for (const holds of ['events', 'read models'])
      expect(sumOf(samples, 'daybook_engine_up', { daybook_holds: holds, daybook_engine: 'sqlite' })).toBe(1);
  });

  it('say what waits in the outbox and among timers', async () => {
    const samples = await scrape();
    for (const state of ['waiting', 'stopped'])
      expect(sumOf(samples, 'daybook_outbox_calls', { daybook_state: state })).toBe(0);
    for (const state of ['waiting', 'due'])
      expect(sumOf(samples, 'daybook_timers', { daybook_state: state })).toBe(0);
    expect(sumOf(samples, 'daybook_outbox_late')).toBe(0);
    expect(sumOf(samples, 'daybook_stuck_items', { daybook_process: 'outbox' })).toBe(0);
  });

  it('say how the process is', async () => {
    const samples = await scrape();
    expect(sumOf(samples, 'process_memory_usage')).toBeGreaterThan(10_000_000);
    expect(sumOf(samples, 'nodejs_eventloop_utilization')).toBeGreaterThanOrEqual(0);
    expect(sumOf(samples, 'nodejs_eventloop_delay_p99')).toBeGreaterThan(0);
  });

  it('count a known defect by its severity', async () => {
    const { healthIssues } = observed.daybook.installation;
    healthIssues.raise({ key: 'k', adminMessage: 'Secret.', publicMessage: 'p', severity: 'error' });
    expect(sumOf(await scrape(), 'daybook_health_issues', { daybook_severity: 'error' })).toBe(1);
    healthIssues.resolve('k');
    expect(sumOf(await scrape(), 'daybook_health_issues', { daybook_severity: 'error' })).toBe(0);
  });

  it('show a read model that is behind, and an event store that does not answer', async () => {
    const { store, projections } = observed.daybook.installation;
    const head = store.head.bind(store);
    const health = projections.health.bind(projections);
    store.head = async () => Promise.reject(new Error('away'));
    projections.health = async () =>
      (await health()).map((each) => ({ ...each, lag: 7, loopAlive: each.projection !== 'records' }));
    const samples = await scrape();
    [store.head, projections.health] = [head, health];
    expect(sumOf(samples, 'daybook_engine_up', { daybook_holds: 'events' })).toBe(0);
    expect(sumOf(samples, 'daybook_engine_up', { daybook_holds: 'read models' })).toBe(1);
    expect(sumOf(samples, 'daybook_projection_lag', { daybook_projection: 'records' })).toBe(7);
    expect(sumOf(samples, 'daybook_projection_up', { daybook_projection: 'records' })).toBe(0);
  });

  it('name no person, no record and no value', async () => {
    await open({ title: 'Paper of a kind that no metric may name' });
    const text = await scrapeText();
    for (const { id, name } of Object.values(PEOPLE)) {
      expect(text).not.toContain(id);
      expect(text).not.toContain(name);
    }
    expect(text).not.toContain('Paper');
  });

  it('are at an address of their own, on this machine alone', async () => {
    expect((await clerk.get('/metrics')).status).toBe(404);
    expect(observed.telemetry.settings.prometheus).toEqual({ host: '127.0.0.1', port });
  });
});

describe('a port of metrics that is taken', () => {
  it('is a problem that says what to set, and stops nothing', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const taken = (other.address() as { port: number }).port;
    await observed.telemetry.stop();
    const telemetry = await startObserving({
      OTEL_METRICS_EXPORTER: 'prometheus',
      OTEL_EXPORTER_PROMETHEUS_PORT: String(taken),
    });
    expect(telemetry.problems).toEqual([
      expect.stringMatching(/not served at 127\.0\.0\.1:\d+: .*EADDRINUSE.*OTEL_EXPORTER_PROMETHEUS_PORT/),
    ]);
    await telemetry.stop();
    other.close();
  });
});

describe('metrics that are pushed', () => {
  it('are sent by protobuf, and once more at the end', async () => {
    const receiver = await startOtlpReceiver();
    const telemetry = await startObserving({
      OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
      OTEL_TRACES_EXPORTER: 'none',
      OTEL_METRIC_EXPORT_INTERVAL: '60000',
    });
    await open({ title: 'Paper' });
    expect(receiver.posts).toEqual([]);
    await telemetry.stop();
    expect(receiver.posts).toMatchObject([{ path: '/v1/metrics', contentType: 'application/x-protobuf' }]);
    expect(receiver.posts[0]!.body.toString('latin1')).toContain('daybook.commands');
    await receiver.close();
  });
});
