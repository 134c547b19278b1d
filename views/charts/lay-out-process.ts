// Layered layout (Sugiyama, Tagawa, Toda 1981), by dagre.
import { Graph, layout } from '@dagrejs/dagre';
import type { ProcessMapFigure } from '../view-models/process-map.js';

/** All lengths in pixels. */
export interface ProcessLayout {
  readonly width: number;
  readonly height: number;
  readonly boxes: readonly Box[];
  readonly arrows: readonly Arrow[];
}

/** `x`, `y`: the centre. `lines`: the wrapped title. */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lines: readonly string[];
}

export interface Arrow {
  readonly points: readonly Point[];
  readonly label: Point;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Direction = 'down' | 'right';

const LINE = 16;
/** Average character width, rounded up so that nothing overlaps. */
const LETTER = 7;
const LABEL_LETTER = 6.2;
const PADDING = 10;
const MAX_LETTERS = 20;
const LOOP = 36;
/** No state has this key; dagre rejects an empty one. */
const START = { key: '>', size: 14 };
const toNode = (state: string): string => (state === '' ? START.key : state);

/** Boxes and arrows in the order of the figure; the start's box comes last. */
export function layOutProcess(
  { states, moves }: Pick<ProcessMapFigure, 'states' | 'moves'>,
  direction: Direction,
): ProcessLayout {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({
    rankdir: direction === 'down' ? 'TB' : 'LR',
    nodesep: 28,
    ranksep: 36,
    edgesep: 16,
    marginx: 12,
    marginy: 12,
  });
  const boxes = states.map(({ title, below }) => measureBox(title, below));
  states.forEach(({ key }, index) => graph.setNode(key, { ...boxes[index]! }));
  if (moves.some(({ fromKey }) => fromKey === ''))
    graph.setNode(START.key, { width: START.size, height: START.size });
  moves.forEach(({ fromKey, toKey, title, below, weight }, index) =>
    graph.setEdge(
      toNode(fromKey),
      toKey,
      { ...measureLabel(title, below), labelpos: 'c', weight: 1 + Math.round(weight * 8), minlen: 1 },
      String(index),
    ),
  );
  layout(graph);
  const placed = (key: string, lines: readonly string[]): Box => {
    const { x, y, width, height } = graph.node(key) as Box;
    return { x, y, width, height, lines };
  };
  const { width = 0, height = 0 } = graph.graph() as { readonly width?: number; readonly height?: number };
  return {
    width: Math.ceil(width),
    height: Math.ceil(height),
    boxes: [
      ...states.map(({ key }, index) => placed(key, boxes[index]!.lines)),
      ...(graph.hasNode(START.key) ? [placed(START.key, [])] : []),
    ],
    arrows: moves.map(({ fromKey, toKey }, index) => {
      const { points, x, y } = graph.edge(toNode(fromKey), toKey, String(index)) as unknown as Point & {
        points: Point[];
      };
      const box = graph.node(toKey) as Box;
      return fromKey === toKey ? layOutLoop(box, x) : { points, label: { x, y } };
    }),
  };
}

/** Dagre's own points cross wide boxes. */
function layOutLoop({ x, y, width }: Box, labelX: number): Arrow {
  const side = x + width / 2;
  const points = [
    { x: side, y: y - 10 },
    { x: side + LOOP, y: y - 24 },
    { x: side + LOOP, y: y + 24 },
    { x: side, y: y + 10 },
  ];
  return { points, label: { x: Math.max(labelX, side + LOOP), y } };
}

function measureBox(title: string, below: string): Pick<Box, 'width' | 'height' | 'lines'> {
  const lines = wrapTitle(title);
  const letters = [...lines, below].reduce((most, { length }) => Math.max(most, length), 6);
  return {
    lines,
    width: letters * LETTER + 2 * PADDING,
    height: (lines.length + (below === '' ? 0 : 1)) * LINE + 2 * PADDING,
  };
}

const measureLabel = (title: string, below: string) => ({
  width: Math.max(shortenLabel(title).length, below.length) * LABEL_LETTER + 6,
  height: (below === '' ? 1 : 2) * LINE,
});

export const shortenLabel = (title: string): string =>
  title.length > MAX_LETTERS + 4 ? `${title.slice(0, MAX_LETTERS + 3)}…` : title;

function wrapTitle(title: string): readonly string[] {
  const lines: string[] = [];
  for (const word of title.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && `${last} ${word}`.length <= MAX_LETTERS)
      lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word.length > MAX_LETTERS + 4 ? `${word.slice(0, MAX_LETTERS + 3)}…` : word);
  }
  return lines.length <= 3 ? lines : [...lines.slice(0, 2), `${lines[2]!}…`];
}
