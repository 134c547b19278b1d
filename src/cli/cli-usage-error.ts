// What was asked for on the command line cannot be done: a file, an application, an entity is not there.

/** The message says what, and what to do; it is shown as it is. */
export class CliUsageError extends Error {
  override readonly name = 'CliUsageError';
}
