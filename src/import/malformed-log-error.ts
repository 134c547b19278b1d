/** Lines and columns count from 1. */
export class MalformedLogError extends Error {
  override readonly name = 'MalformedLogError';
  constructor(
    readonly line: number,
    readonly column: number,
    message: string,
  ) {
    super(message);
  }
}
