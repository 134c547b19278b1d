import { getToneClass } from './display-value.js';
import type { MapMove, MapState, ProcessMapFigure } from '../view-models/process-map.js';
import {
  layOutProcess,
  shortenLabel,
  type Arrow,
  type Box,
  type Direction,
  type Point,
} from '../charts/lay-out-process.js';

const LINE = 16;
const MAX_STROKE = 7;
const HEAD = 5;
const WIDE = 720;
/** Labels of a wider drawing are unreadable when it is scaled to the page. */
const TOO_WIDE_TO_SCALE = 1_500;
/** `min-width` of `.db-map-wide`. */
const MIN_WIDTH = 768;

export function ProcessMap({ figure, direction }: { figure: ProcessMapFigure; direction: Direction }) {
  const states = new Set(figure.states.map(({ key }) => key));
  const moves = figure.moves.filter(
    ({ fromKey, toKey }) => states.has(toKey) && (fromKey === '' || states.has(fromKey)),
  );
  const { width, height, boxes, arrows } = layOutProcess({ states: figure.states, moves }, direction);
  const start = boxes[figure.states.length];
  const current = boxes[figure.states.findIndex(({ visit }) => visit === 'current')];
  const drawing = (
    <svg
      className={`db-map${getWidthClass(width)}`}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="group"
      aria-label={figure.label}
    >
      {moves.map((move, index) => (
        <MoveLine key={index} move={move} arrow={arrows[index]!} />
      ))}
      {moves.map((move, index) => (
        <MoveLabel key={index} move={move} arrow={arrows[index]!} />
      ))}
      {start && <circle className="db-map-start" cx={start.x} cy={start.y} r={start.width / 2} />}
      {figure.states.map((state, index) => (
        <StateBox key={state.key} state={state} box={boxes[index]!} />
      ))}
    </svg>
  );
  const shownFirst = current ?? start;
  if (!shownFirst || (direction === 'down' && width <= WIDE)) return drawing;
  const isScaled = direction === 'down' && width <= TOO_WIDE_TO_SCALE;
  return (
    <>
      <ScrollMark x={isScaled ? (shownFirst.x * MIN_WIDTH) / width : shownFirst.x} />
      {drawing}
    </>
  );
}

/** Where the drawing is scrolled to at first. HTML, since browsers scroll to no part of an SVG, and placed without inline styles. */
function ScrollMark({ x }: { x: number }) {
  return (
    <div className="db-map-mark" aria-hidden>
      <svg width={Math.round(x)} height={1} />
      <span />
    </div>
  );
}

function getWidthClass(width: number): string {
  if (width > TOO_WIDE_TO_SCALE) return ' db-map-unscaled';
  return width > WIDE ? ' db-map-wide' : '';
}

interface MoveProps {
  readonly move: MapMove;
  readonly arrow: Arrow;
}

function MoveLine({ move: { weight, isMade }, arrow: { points } }: MoveProps) {
  const look = isMade === undefined ? undefined : isMade ? 'db-map-made' : 'db-map-open';
  const stroke = 1 + weight * (MAX_STROKE - 1);
  return (
    <g className={look} aria-hidden>
      <path className="db-map-line" d={toPath(points)} strokeWidth={stroke.toFixed(1)} />
      <polygon className="db-map-head" points={toArrowHead(points, HEAD + stroke)} />
    </g>
  );
}

function MoveLabel({ move: { title, below, href }, arrow: { label } }: MoveProps) {
  const text = (
    <>
      <title>{below === '' ? title : `${title}: ${below}`}</title>
      <text x={label.x} y={label.y - (below === '' ? -4 : 4)} textAnchor="middle">
        {shortenLabel(title)}
        {below !== '' && (
          <tspan className="db-map-below" x={label.x} dy={LINE}>
            {below}
          </tspan>
        )}
      </text>
    </>
  );
  return href === undefined ? (
    <g className="db-map-move">{text}</g>
  ) : (
    <a className="db-map-move" href={href}>
      {text}
    </a>
  );
}

function StateBox({ state, box }: { state: MapState; box: Box }) {
  const { title, tone, below, href, visit } = state;
  const look = `db-map-state ${getToneClass(tone)}${visit === undefined ? '' : ` db-map-${visit}`}`;
  const top = box.y - box.height / 2;
  const texts = [...box.lines, ...(below === '' ? [] : [below])];
  const first = box.y - ((texts.length - 1) * LINE) / 2 + 4;
  const drawing = (
    <>
      <title>{title}</title>
      <rect x={box.x - box.width / 2} y={top} width={box.width} height={box.height} rx={6} />
      <text textAnchor="middle">
        {texts.map((text, index) => (
          <tspan
            key={index}
            className={index >= box.lines.length ? 'db-map-below' : undefined}
            x={box.x}
            y={first + index * LINE}
          >
            {text}
          </tspan>
        ))}
      </text>
    </>
  );
  return href === undefined ? (
    <g className={look}>{drawing}</g>
  ) : (
    <a className={look} href={href}>
      {drawing}
    </a>
  );
}

const at = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

const middle = (one: Point, other: Point): Point => ({ x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 });

/** Quadratic Bézier through segment midpoints, with the corners as control points. */
function toPath(points: readonly Point[]): string {
  const [first, ...rest] = points;
  const last = rest.at(-1);
  if (!first || !last) return '';
  const curves = rest.slice(0, -1).map((corner, index) => {
    const next = rest[index + 1]!;
    return `Q${at(corner)} ${at(index === rest.length - 2 ? next : middle(corner, next))}`;
  });
  return `M${at(first)}${curves.join('')}L${at(last)}`;
}

function toArrowHead(points: readonly Point[], size: number): string {
  const [tail, tip] = [points.at(-2), points.at(-1)];
  if (!tail || !tip) return '';
  const length = Math.hypot(tip.x - tail.x, tip.y - tail.y) || 1;
  const [dx, dy] = [(tip.x - tail.x) / length, (tip.y - tail.y) / length];
  const base = { x: tip.x - dx * size, y: tip.y - dy * size };
  const half = size * 0.55;
  return [
    tip,
    { x: base.x - dy * half, y: base.y + dx * half },
    { x: base.x + dy * half, y: base.y - dx * half },
  ]
    .map(({ x, y }) => `${x.toFixed(1)},${y.toFixed(1)}`)
    .join(' ');
}
