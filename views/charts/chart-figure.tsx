import { renderChartSvg } from './charts.js';
import type { Formats } from '../format.js';
import type { Chart } from '../view-models/report.js';
import { useMessages } from '../messages/use-messages.js';

/** The build keeps only classes written out in full. */
const HUES = [
  'db-chart-1',
  'db-chart-2',
  'db-chart-3',
  'db-chart-4',
  'db-chart-5',
  'db-chart-6',
  'db-chart-7',
  'db-chart-8',
];

export function ChartFigure({ chart, formats }: { chart: Chart; formats: Formats }) {
  const t = useMessages();
  const { title, words, series, kind, small } = chart;
  const svg = { __html: renderChartSvg(chart, formats) };
  return (
    <figure className={small ? 'db-chart-in-tile' : 'card db-chart'} aria-label={title}>
      {!small && <h2 className="db-chart-title">{title}</h2>}
      {kind !== 'donut' && series.length > 1 && (
        <ul className="db-chart-legend" aria-hidden>
          {series.map((each, index) => (
            <li key={each.title} className={HUES[index % HUES.length]}>
              {each.title}
            </li>
          ))}
        </ul>
      )}
      <div
        className={kind === 'donut' ? 'db-chart-drawing db-chart-round' : 'db-chart-drawing'}
        tabIndex={0}
        role="group"
        aria-label={t('report.chartOf', { title })}
        dangerouslySetInnerHTML={svg}
      />
      <figcaption>{words}</figcaption>
    </figure>
  );
}
