import { MongoError, MongoServerError } from 'mongodb';
import { FileStoreFailure } from '../file-store.js';

export function describeGridFsLocation(url: string, database: string): string {
  const [, scheme = '', hosts = ''] = /^([a-z+]+:\/\/)(?:.*@)?([^/?]*)/i.exec(url) ?? [];
  return `${scheme}${hosts}/${database}`;
}

const OUT_OF_DISK = 14_031;

export function translateGridFsErrors(url: string): <T>(work: () => Promise<T>) => Promise<T> {
  const [, , host = ''] = /^([a-z+]+:\/\/)(?:.*@)?([^/?]*)/i.exec(url) ?? [];
  return async (work) => {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof MongoError)) throw error;
      const full = error instanceof MongoServerError && error.code === OUT_OF_DISK;
      throw new FileStoreFailure(
        full ? 'disk full' : 'unavailable',
        `Files cannot be kept in MongoDB at ${host} (${error.message}).`,
        { cause: error },
      );
    }
  };
}
