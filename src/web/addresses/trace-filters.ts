// `by-move=draft>submit>submitted` (any of several), `by-variant=4f1c…`; used by links of the process map.
import { BY_MOVE_PARAMETER, BY_VARIANT_PARAMETER } from '#views/addresses.js';
import { MOVE_FILTER, VARIANT_FILTER, type TraceFilter } from '#query-handling/lists/list-query.js';
import type { MoveKey } from '#domain/record/lifecycle/trace.js';

export const TRACE_PARAMETERS: readonly string[] = [BY_MOVE_PARAMETER, BY_VARIANT_PARAMETER];

export const formatMove = ({ from, action, to }: MoveKey): string => `${from}>${action}>${to}`;

const MOVE = /^([\w-]{0,60})>([\w-]{0,60})>([\w-]{1,60})$/;
const MAX_MOVES = 50;
const VARIANT = /^[0-9a-f]{16}$/;

/** undefined: not understood. */
export function readTraceFilter(name: string, texts: readonly string[]): TraceFilter | undefined {
  if (name === BY_VARIANT_PARAMETER)
    return texts.length === 1 && VARIANT.test(texts[0]!)
      ? { field: VARIANT_FILTER, variant: texts[0]! }
      : undefined;
  const moves = texts.flatMap((text) => parseMove(text) ?? []);
  return moves.length < texts.length || moves.length > MAX_MOVES ? undefined : { field: MOVE_FILTER, moves };
}

function parseMove(text: string): MoveKey | undefined {
  const [, from, action, to] = MOVE.exec(text) ?? [];
  return to === undefined ? undefined : { from: from!, action: action!, to };
}
