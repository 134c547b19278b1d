// A log or its files cannot be copied as asked.

/** The message says why and what to do; it is shown as it is. */
export class LogCopyRefused extends Error {
  override readonly name = 'LogCopyRefused';
}
