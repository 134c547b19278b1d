// What makes a file unfit to be read at all.

/** The file is not a whole XES log. Lines and columns count from 1. */
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

/** How much of a log is read before it is taken for a trap or a mistake. In bytes. */
export interface LogLimits {
  /** Of a compressed log when it is unpacked. */
  readonly unpacked: number;
  /** Of one trace, or of one attribute of the log. */
  readonly trace: number;
}

export const LOG_LIMITS: LogLimits = { unpacked: 4e9, trace: 32e6 };

export const inBytes = (bytes: number): string =>
  bytes >= 1e9
    ? `${bytes / 1e9} GB`
    : bytes >= 1e6
      ? `${bytes / 1e6} MB`
      : `${bytes.toLocaleString('en')} bytes`;
