// What the dashboard, the alerts and the documentation name is what a running Daybook exports.
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'yaml';
import { observeAttempt } from '#outbox/observe-attempt.js';
import { countReconnect } from '#platform/telemetry/count-reconnect.js';
import { findFreePort, startObservedDaybook, type ObservedDaybook } from '../telemetry/observed-daybook.js';
import { parsePrometheusText, type Sample } from '../telemetry/prometheus-text.js';
import { read } from './compose-file.js';

interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly datasource?: { readonly uid: string };
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const dashboard = JSON.parse(read('deployment/grafana-dashboard.json')) as {
  readonly uid: string;
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly definition?: string }[] };
};
const alerts = (
  parse(read('deployment/prometheus-alerts.yml')) as {
    groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
  }
).groups.flatMap(({ rules }) => rules);
const [, section] = /\n### Traces and metrics\n([^]*?)\n##/.exec(read('docs/operating.md'))!;

let observed: ObservedDaybook;
let samples: readonly Sample[];

beforeAll(async () => {
  const port = await findFreePort();
  observed = await startObservedDaybook({
    OTEL_METRICS_EXPORTER: 'prometheus',
    OTEL_EXPORTER_PROMETHEUS_PORT: String(port),
  });
  const clerk = await observed.daybook.as('clerk');
  await clerk.get('/');
  await clerk.post('/api/orders/Order').send({ fields: {} });
  // What an installation of SQLite without calls never counts.
  countReconnect('mongodb');
  await observeAttempt({ kind: 'mail', application: 'orders', call: 'tell' }, async () => ({
    failed: { why: 'it is away' },
  }));
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  samples = parsePrometheusText(text).filter(({ name }) => name !== 'target_info');
});

afterAll(async () => observed.close());

const METRIC = /\b(?:daybook|http|process|v8js|nodejs)_[a-z0-9_]+/g;
/** Not those after `by (` and in braces, which are labels. */
const metricsIn = (query: string): readonly string[] =>
  query
    .replaceAll(/\bby \([^)]*\)/g, '')
    .replaceAll(/\{[^}]*\}/g, '')
    .match(METRIC) ?? [];
const labelsIn = (query: string) => [
  ...[...query.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names]) => names!.split(/, */)),
  ...[...query.matchAll(/\{([^}]*)\}/g)].flatMap(([, all]) => all!.match(/[a-z_]+(?=[!=])/g) ?? []),
];
/** Prometheus adds them. */
const ADDED = ['job', 'instance'];

const queries = [
  ...dashboard.panels.flatMap(({ title, targets = [] }) => targets.map(({ expr }) => [title, expr] as const)),
  ...dashboard.templating.list.flatMap(({ name, definition }) =>
    definition === undefined ? [] : [[`variable ${name}`, definition] as const],
  ),
  ...alerts.map(({ alert, expr }) => [alert, expr] as const),
];

describe('deployment/grafana-dashboard.json and deployment/prometheus-alerts.yml', () => {
  it.each(queries)('%s asks for metrics and labels that Daybook exports', (_, query) => {
    const names = metricsIn(query);
    expect(names.length).toBeGreaterThan(0);
    const found = samples.filter(({ name }) => names.includes(name));
    expect(new Set(found.map(({ name }) => name))).toEqual(new Set(names));
    const known = new Set([...found.flatMap(({ labels }) => Object.keys(labels)), ...ADDED]);
    expect(labelsIn(query).filter((label) => !known.has(label))).toEqual([]);
  });

  it.each([
    ...dashboard.panels.flatMap(({ targets = [] }) => targets.map((each) => [each.legendFormat, each.expr])),
    ...alerts.map(({ annotations, expr }) => [annotations.summary, expr]),
  ])('“%s” names labels that its query keeps', (text, query) => {
    const names = [...text!.matchAll(/\{\{ ?(?:\$labels\.)?([a-z_]+) ?\}\}/g)].map(([, name]) => name);
    const isAggregated = /\bby \(/.test(query!);
    const kept = isAggregated
      ? labelsIn(query!)
      : [...ADDED, ...samples.flatMap(({ labels }) => Object.keys(labels))];
    expect(names.filter((name) => !kept.includes(name!))).toEqual([]);
  });

  it('shows every metric of Daybook’s own', () => {
    const shown = new Set(queries.flatMap(([, query]) => metricsIn(query)));
    const ends = /_(?:bucket|count|sum)$/;
    const own = new Set(samples.map(({ name }) => name.replace(ends, '')));
    const missing = [...own].filter((name) => ![...shown].some((each) => each.replace(ends, '') === name));
    expect(missing).toEqual([]);
  });

  it('has panels that do not overlap, each with the data source that is chosen', () => {
    const { panels } = dashboard;
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    const cells = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { gridPos } of panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
    for (const { type, datasource } of panels)
      if (type !== 'row') expect(datasource!.uid).toBe('${datasource}');
  });
});

describe('docs/operating.md', () => {
  it('describes every metric, and none besides', () => {
    const described = [...section!.matchAll(/^\| `([a-z0-9_]+)`/gm)].map(([, name]) => name!);
    const ends = /_(?:bucket|count|sum)$/;
    expect(new Set(described.filter((name) => !name.startsWith('OTEL')))).toEqual(
      new Set(samples.map(({ name }) => name.replace(ends, ''))),
    );
  });
});
