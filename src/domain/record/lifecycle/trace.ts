// The moves of a record in order (van der Aalst, Process Mining, 2016, chapter 5); traces with the same activities are
// a variant.
import { getMigratedName } from '../migration/migration-events.js';
import type { Renames } from '#specification/upgrade/migration.js';

export interface Move {
  /** Empty for the opening and for migrations. */
  readonly action: string;
  /** Empty for the opening. */
  readonly from: string;
  readonly to: string;
  /** Seconds since 1970. */
  readonly at: number;
}

export type MoveKey = Pick<Move, 'action' | 'from' | 'to'>;

/** Further moves are only counted, so that documents stay small. */
export const MAX_MOVES = 500;

/** ` >>draft@1790000000 draft>submit>submitted@1790003600`, then ` +3` further moves. */
export type Trace = string;

/** Keys have no blank, `>` or `@`, so that the text occurs only in traces with the move. */
export const formatMoveKey = ({ from, action, to }: MoveKey): string => ` ${from}>${action}>${to}@`;

export const startTrace = (state: string, at: string): Trace =>
  appendMove('', { action: '', from: '', to: state }, at);

/** `at`: ISO 8601. */
export function appendMove(trace: Trace, move: MoveKey, at: string): Trace {
  const { moves, further } = splitTrace(trace);
  if (moves.length >= MAX_MOVES) return joinTrace(moves, further + 1);
  return `${trace}${formatMoveKey(move)}${Math.floor(Date.parse(at) / 1000) || 0}`;
}

export function renameInTrace(
  trace: Trace,
  { states, actions }: { readonly states?: Renames; readonly actions?: Renames },
): Trace {
  if (!states && !actions) return trace;
  const { moves, further } = parseTrace(trace);
  return joinTrace(
    moves.map(
      ({ from, action, to, at }) =>
        `${formatMoveKey({
          from: getMigratedName(states, from),
          action: getMigratedName(actions, action),
          to: getMigratedName(states, to),
        }).trim()}${at}`,
    ),
    further,
  );
}

export function parseTrace(trace: Trace): { readonly moves: readonly Move[]; readonly further: number } {
  const moves: Move[] = [];
  const further = visitTraceMoves(trace, (key, at) => moves.push({ ...parseMoveKey(key), at }));
  return { moves, further };
}

/** `key`: `draft>submit>submitted`; `at` in seconds. Returns the number of further moves. */
export function visitTraceMoves(trace: Trace, visit: (key: string, at: number) => void): number {
  let start = 1;
  for (;;) {
    const end = trace.indexOf('@', start);
    if (end < 0) return Number(trace.slice(start + 1));
    const next = trace.indexOf(' ', end);
    visit(trace.slice(start, end), Number(trace.slice(end + 1, next < 0 ? undefined : next)));
    if (next < 0) return 0;
    start = next + 1;
  }
}

export function parseMoveKey(key: string): MoveKey {
  const [from = '', action = '', to = ''] = key.split('>');
  return { from, action, to };
}

export const toTraceVariant = (trace: Trace): string => trace.replaceAll(/@\d+| \+\d+$/g, '').trim();

function splitTrace(trace: Trace): { readonly moves: readonly string[]; readonly further: number } {
  const parts = trace === '' ? [] : trace.slice(1).split(' ');
  const last = parts.at(-1);
  return last?.startsWith('+')
    ? { moves: parts.slice(0, -1), further: Number(last.slice(1)) }
    : { moves: parts, further: 0 };
}

const joinTrace = (moves: readonly string[], further: number): Trace =>
  `${moves.map((move) => ` ${move}`).join('')}${further > 0 ? ` +${further}` : ''}`;
