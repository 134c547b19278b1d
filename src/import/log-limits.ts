/** Bytes; larger logs are taken for traps or mistakes. */
export interface LogLimits {
  readonly unpacked: number;
  /** Or of one attribute of the log. */
  readonly trace: number;
}

export const LOG_LIMITS: LogLimits = { unpacked: 4e9, trace: 32e6 };

export const formatBytes = (bytes: number): string =>
  bytes >= 1e9
    ? `${bytes / 1e9} GB`
    : bytes >= 1e6
      ? `${bytes / 1e6} MB`
      : `${bytes.toLocaleString('en')} bytes`;
