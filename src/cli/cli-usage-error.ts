/** The message has the remedy and is printed as it is. */
export class CliUsageError extends Error {
  override readonly name = 'CliUsageError';
}
