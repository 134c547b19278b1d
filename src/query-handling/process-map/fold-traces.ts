import { digestVariant } from '#projections/read-models/records/trace-variant.js';
import { parseMoveKey, visitTraceMoves, type MoveKey, type Trace } from '#domain/record/lifecycle/trace.js';
import { quantile } from '../reports/quantile.js';
import { startTimeSlice } from '#platform/cooperative-scheduler.js';

export interface ProcessMap {
  readonly records: number;
  readonly states: ReadonlyMap<string, StateCounts>;
  /** Most frequent first. */
  readonly moves: readonly MoveStatistics[];
  /** Most frequent first, `MAX_VARIANTS` at most. */
  readonly variants: readonly VariantStatistics[];
  /** All, also those beyond `MAX_VARIANTS`. */
  readonly variantCount: number;
  readonly further: number;
}

/** In imported logs nearly every record can take a way of its own, too many for one answer. */
export const MAX_VARIANTS = 500;

export interface StateCounts {
  readonly current: number;
  readonly visits: number;
}

/** Times are seconds since the previous move; null for openings. */
export interface MoveStatistics extends MoveKey {
  readonly count: number;
  readonly records: number;
  readonly median: number | null;
  readonly percentile90: number | null;
}

export interface VariantStatistics {
  /** Digest, used by filters of lists. */
  readonly variant: string;
  readonly moves: readonly MoveKey[];
  readonly records: number;
  /** Seconds. */
  readonly median: number;
}

/** Yields to other requests. */
export async function foldTraces(traces: Iterable<Trace>): Promise<ProcessMap> {
  const fold = new TraceFold();
  const letOthers = startTimeSlice();
  for (const each of traces) {
    fold.add(each);
    await letOthers();
  }
  return fold.result();
}

interface MoveFold extends MoveKey {
  readonly key: string;
  count: number;
  records: number;
  lastTrace: number;
  readonly seconds: number[];
}

interface VariantFold {
  readonly moves: readonly MoveFold[];
  records: number;
  readonly seconds: number[];
}

class TraceFold {
  private records = 0;
  private further = 0;
  private readonly states = new Map<string, { current: number; visits: number }>();
  private readonly moves = new Map<string, MoveFold>();
  private readonly variants = new Map<string, VariantFold>();

  add(trace: Trace): void {
    this.records += 1;
    const made: MoveFold[] = [];
    let variant = '';
    let [first, before] = [0, 0];
    this.further += visitTraceMoves(trace, (key, at) => {
      const move = this.moveOf(key);
      move.count += 1;
      if (move.lastTrace !== this.records) move.records += 1;
      move.lastTrace = this.records;
      if (move.from !== move.to) this.stateOf(move.to).visits += 1;
      if (made.length === 0) first = at;
      else move.seconds.push(secondsBetween(before, at));
      before = at;
      made.push(move);
      variant += key;
    });
    const last = made.at(-1);
    if (!last) return;
    this.stateOf(last.to).current += 1;
    const known = this.variants.get(variant);
    const fold = known ?? { moves: made, records: 0, seconds: [] };
    if (!known) this.variants.set(variant, fold);
    fold.records += 1;
    fold.seconds.push(secondsBetween(first, before));
  }

  result(): ProcessMap {
    return {
      records: this.records,
      further: this.further,
      states: this.states,
      moves: [...this.moves.values()].map(toMoveStatistics).sort((one, other) => other.count - one.count),
      variants: this.listVariants(),
      variantCount: this.variants.size,
    };
  }

  private listVariants(): readonly VariantStatistics[] {
    return [...this.variants]
      .sort(([one, { records }], [other, { records: more }]) => more - records || (one < other ? -1 : 1))
      .slice(0, MAX_VARIANTS)
      .map(([, { moves, records, seconds }]) => ({
        variant: digestVariant(moves.map(({ key }) => key).join(' ')),
        moves: moves.map(({ from, action, to }) => ({ from, action, to })),
        records,
        median: quantile(ascending(seconds), 50),
      }));
  }

  private stateOf(state: string): { current: number; visits: number } {
    const known = this.states.get(state);
    if (known) return known;
    const counts = { current: 0, visits: 0 };
    this.states.set(state, counts);
    return counts;
  }

  private moveOf(key: string): MoveFold {
    const known = this.moves.get(key);
    if (known) return known;
    const move = { ...parseMoveKey(key), key, count: 0, records: 0, lastTrace: 0, seconds: [] };
    this.moves.set(key, move);
    return move;
  }
}

/** A back-dated move took no time. */
const secondsBetween = (before: number, at: number): number => Math.max(0, at - before);

const ascending = (numbers: readonly number[]): Float64Array => Float64Array.from(numbers).sort();

function toMoveStatistics({ from, action, to, count, records, seconds }: MoveFold): MoveStatistics {
  const sorted = ascending(seconds);
  const [median, percentile90] =
    sorted.length === 0 ? [null, null] : [quantile(sorted, 50), quantile(sorted, 90)];
  return { from, action, to, count, records, median, percentile90 };
}
