// Node's own messages are for programmers.
const WORDS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'a folder on the way to it is a file',
  EISDIR: 'it is a folder, not a file',
  EACCES: 'you may not use it; check its permissions',
  EPERM: 'you may not use it; check its permissions',
  EROFS: 'it cannot be written: its disk is read-only',
  ENOSPC: 'the disk is full; make room and try again',
  EMFILE: 'too many files are open',
  EEXIST: 'a file stands in its place',
};

/** For errors of `node:fs`, which have `syscall`. */
export const describeFileError = ({ code = '', message = code }: Partial<NodeJS.ErrnoException>): string =>
  WORDS[code] ?? message;

export const isSystemError = (
  error: unknown,
): error is NodeJS.ErrnoException & { readonly syscall: string } =>
  error instanceof Error && 'syscall' in error;
