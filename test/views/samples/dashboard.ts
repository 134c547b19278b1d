import type { DashboardPage } from '#views/view-models/dashboard.js';
import { frame } from './frame.js';
import { emptyList, list } from './list.js';
import { report } from './report.js';

const PATH = '/purchasing/overview';
const tile = (title: string, path: string) => ({ title, href: `/purchasing${path}` });
const { heads, measures, total, notes, count, partly } = report;

export const dashboard: DashboardPage = {
  frame: frame('Overview', PATH),
  heading: 'Overview',
  tiles: [
    { kind: 'count', ...tile('Waiting for me', '/waiting'), count: { count: 3, more: false } },
    {
      kind: 'count',
      ...tile('Requests that nobody has ordered', '/to-order'),
      count: { count: 1000, more: true },
    },
    { kind: 'count', ...tile('On the way', '/on-the-way'), count: { count: 0, more: false } },
    { kind: 'count', ...tile('To pay', '/to-pay'), count: { count: 17, more: false } },
    {
      kind: 'list',
      ...tile('Latest requests', '/requests'),
      empty: list.empty,
      columns: list.columns.slice(0, 4),
      rows: list.rows.slice(0, 5).map((row) => ({ ...row, cells: row.cells.slice(0, 4) })),
      count: { count: 48, more: false },
    },
    {
      kind: 'report',
      ...tile('Spending', '/spending'),
      heads,
      measures,
      total,
      notes,
      count,
      partly,
      rows: report.rows.slice(0, 6),
      charts: report.charts.slice(0, 1).map((chart) => ({ ...chart, small: true })),
    },
    {
      kind: 'list',
      ...tile('Deliveries', '/deliveries'),
      columns: list.columns.slice(0, 4),
      rows: [],
      count: { count: 0, more: false },
      empty: emptyList.empty,
    },
    {
      kind: 'report',
      ...tile('By supplier', '/suppliers'),
      heads,
      measures,
      total,
      count,
      partly,
      notes: [],
      rows: report.rows.slice(0, 6),
      charts: [],
    },
  ],
};

export const emptyDashboard: DashboardPage = { ...dashboard, tiles: [] };
