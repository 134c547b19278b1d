// While Daybook serves: numbers that a sudden end or a full disk cost are explained in the log, at the start and ever again.
import { voidLostNumbers } from '../command-handling/claims/void-lost-numbers.js';
import type { WritingPorts } from '../command-handling/pipeline/command-dependencies.js';

/** Numbers younger than a minute may still become records: what was lost just now is old enough at the next look. */
const EVERY_MS = 75_000;

/** Looks at once, without being waited for, and then time and again. Trouble is told, and ends nothing. Returns what stops it. */
export function explainLostNumbers(
  ports: WritingPorts,
  say: (text: string) => void,
  every = EVERY_MS,
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
  const timer = setInterval(() => void look(), every).unref();
  return () => {
    stopped = true;
    clearInterval(timer);
  };
}
