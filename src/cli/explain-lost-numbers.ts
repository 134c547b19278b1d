// While Daybook serves: numbers that a sudden end cost are explained in the log, at the start and once they are old enough.
import { voidLostNumbers } from '../command-handling/claims/void-lost-numbers.js';
import type { WritingPorts } from '../command-handling/writing-ports.js';

/** Numbers younger than a minute may still become records: what the last end cost is old enough a little later. */
const LATER_MS = 75_000;

/** Looks at once, without being waited for, and once more. Trouble is told, and ends nothing. Returns what stops it. */
export function explainLostNumbers(
  ports: WritingPorts,
  say: (text: string) => void,
  later = LATER_MS,
): () => void {
  let stopped = false;
  const look = async () => {
    try {
      const count = await voidLostNumbers(ports);
      if (count > 0) say(`Numbers that were given out and never used are explained in the log: ${count}.`);
    } catch (error) {
      if (!stopped) say(`Numbers that were never used could not be looked for: ${(error as Error).message}`);
    }
  };
  void look();
  const timer = setTimeout(() => void look(), later).unref();
  return () => {
    stopped = true;
    clearTimeout(timer);
  };
}
