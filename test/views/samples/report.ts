import type { Chart, ReportPage } from '#views/view-models/report.js';
import { frame } from './frame.js';

const PATH = '/purchasing/spending';
const MONTHS = ['Aug 2026', 'Sep 2026', 'Oct 2026', 'Nov 2026'];
const DEPARTMENTS = ['Research', 'Production', 'Office & <others>'];
const euros = (value: number) => `€${value}.00`;
const valueAt = (month: number, department: number) => (month + 1) * 120 * (department + 1) - 90 * department;
const href = (month: string, department: string) =>
  `${PATH}/records?${new URLSearchParams({ month, department })}`;

const series = DEPARTMENTS.map((title, department) => ({
  title,
  points: MONTHS.map((name, month) => {
    const value = valueAt(month, department);
    return { value, text: euros(value), href: href(name, title) };
  }),
}));
const words =
  'Sum of Amount altogether: €6,390.00. The most is €1,260.00 (Nov 2026, Office), the least €120.00 (Aug 2026, Research), of 12 groups.';
const chart = (kind: Chart['kind'], stacked: boolean): Chart => ({
  title: `Sum of Amount by Opened and Department (${kind})`,
  kind,
  stacked,
  along: MONTHS,
  words,
  series: kind === 'donut' ? series.slice(0, 1).map((each) => ({ ...each, title: '' })) : series,
});

export const report: ReportPage = {
  frame: frame('Spending', PATH),
  heading: 'Spending',
  path: PATH,
  heads: ['Opened', 'Department'],
  measures: ['Sum of Amount'],
  rows: MONTHS.flatMap((month, index) =>
    DEPARTMENTS.map((department, of) => ({
      keys: [month, department],
      cells: [euros(valueAt(index, of))],
      href: href(month, department),
    })),
  ),
  total: ['€6,390.00'],
  charts: [chart('bar', true), chart('line', false), chart('donut', false)],
  all: `${PATH}/records`,
  csv: `${PATH}.csv`,
  excelCsv: `${PATH}.csv?csv=excel`,
  search: '',
  filters: [],
  filtered: false,
  count: 48,
  notes: ['Values that are not visible to you take no part.'],
  partly: false,
};

export const emptyReport: ReportPage = { ...report, rows: [], charts: [], count: 0, notes: [] };
