// What SQLite's error codes mean here.
import { DamagedGeneration } from '../read-model.js';

const BUSY = 5;
const CORRUPT = 11;
const NOT_A_DATABASE = 26;

function primaryCode(error: unknown): number | undefined {
  const code = (error as { errcode?: unknown } | null)?.errcode;
  return typeof code === 'number' ? code & 0xff : undefined;
}

export function isBusy(error: unknown): boolean {
  return primaryCode(error) === BUSY;
}

/** Runs it; errors that say the file is no longer a database become `DamagedGeneration`. */
export function reading<T>(path: string, run: () => T): T {
  try {
    return run();
  } catch (error) {
    const code = primaryCode(error);
    if (code === CORRUPT || code === NOT_A_DATABASE) throw damaged(path, error);
    throw error;
  }
}

export function damaged(path: string, cause: unknown): DamagedGeneration {
  const why = cause instanceof Error ? cause.message : String(cause);
  return new DamagedGeneration(
    `${path} cannot be read (${why}). Nothing is lost: \`daybook replay\` builds it again from the events.`,
    { cause },
  );
}
