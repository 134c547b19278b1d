import type { ClientSession, TransactionOptions } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { hasErrorLabel, isDuplicateKey, isServerUnavailable, isTransient } from './mongo-errors.js';

const RETRY_FOR_MS = 10_000;
const FIRST_PAUSE_MS = 10;

const OPTIONS: TransactionOptions = {
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
};

/** The commit's answer was lost. */
export class UnknownCommit extends Error {
  override readonly name = 'UnknownCommit';
}

/** `run` may be called repeatedly. Throws `UnknownCommit`, or the last error. */
export async function runInMongoTransaction(session: ClientSession, run: () => Promise<void>): Promise<void> {
  const end = performance.now() + RETRY_FOR_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      await runOnce(session, run, end);
      return;
    } catch (error) {
      if (!isRetryable(error) || performance.now() >= end) throw error;
    }
    // Jitter keeps competing transactions apart.
    await pause(Math.random() * Math.min(500, FIRST_PAUSE_MS * 2 ** attempt));
  }
}

// A duplicate was inserted after this snapshot; the next attempt reads it.
const isRetryable = (error: unknown) => isTransient(error) || isDuplicateKey(error);

async function runOnce(session: ClientSession, run: () => Promise<void>, end: number): Promise<void> {
  session.startTransaction(OPTIONS);
  try {
    await run();
  } catch (error) {
    await session.abortTransaction().catch(() => {});
    throw error;
  }
  await commitWithRetry(session, end);
}

// Not every server labels unknown outcomes.
const isOutcomeUnknown = (error: unknown) =>
  hasErrorLabel(error, 'UnknownTransactionCommitResult') || isServerUnavailable(error);

async function commitWithRetry(session: ClientSession, end: number): Promise<void> {
  for (;;) {
    try {
      await session.commitTransaction();
      return;
    } catch (error) {
      if (!isOutcomeUnknown(error)) throw error;
      if (performance.now() >= end)
        throw new UnknownCommit('Nobody knows whether it was committed', { cause: error });
    }
    await pause(FIRST_PAUSE_MS);
  }
}
