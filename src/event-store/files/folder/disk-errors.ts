import { FileStoreFailure } from '../file-store.js';

const DISK_FULL_CODES = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

const errorCode = (error: unknown): string | undefined => (error as NodeJS.ErrnoException | null)?.code;

export const isFileMissing = (error: unknown): boolean => errorCode(error) === 'ENOENT';

export async function toUndefinedIfFileMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (isFileMissing(error)) return undefined;
    throw error;
  }
}

export function translateDiskErrors(folder: string): <T>(work: () => Promise<T>) => Promise<T> {
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      const code = errorCode(error);
      if (code === undefined || error instanceof FileStoreFailure) throw error;
      const full = DISK_FULL_CODES.has(code);
      const what = full ? 'the disk is full' : (error as Error).message;
      throw new FileStoreFailure(
        full ? 'disk full' : 'unavailable',
        `Files cannot be kept in ${folder}: ${what}.`,
        { cause: error },
      );
    }
  };
}
