/** The message has the remedy and is printed as it is. */
export class LogCopyRefused extends Error {
  override readonly name = 'LogCopyRefused';
}
