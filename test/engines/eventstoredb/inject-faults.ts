// Faults of networks and clusters, on demand.

export type Fault =
  | 'answer lost'
  | 'cut mid-stream'
  | 'not leader'
  | 'not ready'
  | 'deadline'
  | 'deadline after the append'
  | 'slow'
  /** Older servers report a repeated append without its position. */
  | 'place left out';

export interface Faults {
  fail(fault: Fault, times?: number): void;
  heal(): void;
  /** true: it happens now. */
  take(fault: Fault): boolean;
  /** Resolves once every requested fault has happened. */
  met(): Promise<void>;
}

export function createFaults(): Faults {
  const left = new Map<Fault, number>();
  const isOver = () => [...left.values()].every((times) => times === 0);
  const waiting: (() => void)[] = [];
  return {
    fail: (fault, times = Infinity) => void left.set(fault, times),
    heal: () => left.clear(),
    take(fault) {
      const times = left.get(fault) ?? 0;
      if (times > 0) left.set(fault, times - 1);
      if (isOver()) for (const tell of waiting.splice(0)) tell();
      return times > 0;
    },
    met: () => (isOver() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
  };
}
