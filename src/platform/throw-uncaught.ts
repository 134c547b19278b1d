// What becomes of a rejection that nothing awaits.

/** For promises that never reject: a rejection is a defect, which ends the process with its stack. */
export function throwUncaught(error: unknown): void {
  setImmediate(() => {
    throw error;
  });
}
