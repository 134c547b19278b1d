// A transaction, tried again for a bounded time while the server asks for it.
import type { ClientSession, TransactionOptions } from 'mongodb';
import { setTimeout as pause } from 'node:timers/promises';
import { hasLabel, isDuplicate, isServerUnavailable, isTransient } from './mongo-errors.js';

/** Milliseconds after which it is not tried again. */
const RETRY_FOR_MS = 10_000;
const FIRST_PAUSE_MS = 10;

const OPTIONS: TransactionOptions = {
  // One moment for all reads; what is written meanwhile makes it fail, and be tried again.
  readConcern: { level: 'snapshot' },
  writeConcern: { w: 'majority', journal: true },
  readPreference: 'primary',
};

/** A commit whose answer was lost: it may or may not have happened. */
export class UnknownCommit extends Error {
  override readonly name = 'UnknownCommit';
}

/** `run` may be called several times. Throws `UnknownCommit`, or what went wrong last. */
export async function inMongoTransaction(session: ClientSession, run: () => Promise<void>): Promise<void> {
  const end = performance.now() + RETRY_FOR_MS;
  for (let attempt = 0; ; attempt++) {
    try {
      await runOnce(session, run, end);
      return;
    } catch (error) {
      if (!isRetryable(error) || performance.now() >= end) throw error;
    }
    // Growing, and different for each: those that were in each other's way are not again.
    await pause(Math.random() * Math.min(500, FIRST_PAUSE_MS * 2 ** attempt));
  }
}

// Somebody else has inserted it after this transaction's moment: the next try sees it.
const isRetryable = (error: unknown) => isTransient(error) || isDuplicate(error);

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

// Not every server labels what it cannot tell.
const isOutcomeUnknown = (error: unknown) =>
  hasLabel(error, 'UnknownTransactionCommitResult') || isServerUnavailable(error);

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
