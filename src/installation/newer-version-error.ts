/** A newer version has run on this data. The message has the remedy. */
export class NewerVersionError extends Error {
  override readonly name = 'NewerVersion';
}
