// Other errors stay as they are.
import { describe, expect, it } from '@jest/globals';
import { MongoNetworkError, MongoServerError } from 'mongodb';
import { FileStoreFailure } from '#event-store/files/file-store.js';
import {
  translateDiskErrors as onDisk,
  isFileMissing,
  toUndefinedIfFileMissing,
} from '#event-store/files/folder/disk-errors.js';
import { translateGridFsErrors as onServer } from '#event-store/files/gridfs/gridfs-errors.js';

const coded = (code: string) => Object.assign(new Error(`it says ${code}`), { code });
const said = (words: ReturnType<typeof onDisk>, error: unknown) =>
  words(() => Promise.reject(error)).catch((thrown: unknown) => thrown);

describe('given files in a folder', () => {
  const words = onDisk('/data/files');

  it.each(['ENOSPC', 'EDQUOT', 'EFBIG'])('when the disk says %s, then it is full', async (code) => {
    expect(await said(words, coded(code))).toMatchObject({
      name: 'FileStoreFailure',
      kind: 'disk full',
      message: 'Files cannot be kept in /data/files: the disk is full.',
    });
  });

  it('when the disk says anything else, then they cannot be kept, and why', async () => {
    const error = coded('EACCES');
    expect(await said(words, error)).toMatchObject({
      name: 'FileStoreFailure',
      kind: 'unavailable',
      cause: error,
      message: 'Files cannot be kept in /data/files: it says EACCES.',
    });
  });

  it('when something else goes wrong, or was told already, then it is thrown as it is', async () => {
    const bug = new TypeError('no function');
    const told = Object.assign(new FileStoreFailure('disk full', 'full'), { code: 'ENOSPC' });
    expect(await said(words, bug)).toBe(bug);
    expect(await said(words, told)).toBe(told);
    expect(await said(words, null)).toBeNull();
    expect(await words(async () => 'kept')).toBe('kept');
  });

  it('when a file is missing, then that is no failure', async () => {
    expect([isFileMissing(coded('ENOENT')), isFileMissing(coded('EACCES')), isFileMissing(null)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(await toUndefinedIfFileMissing(Promise.reject(coded('ENOENT')))).toBeUndefined();
    expect(await toUndefinedIfFileMissing(Promise.resolve('there'))).toBe('there');
    await expect(toUndefinedIfFileMissing(Promise.reject(coded('EACCES')))).rejects.toThrow('it says EACCES');
  });
});

describe('given files in GridFS', () => {
  const words = onServer('mongodb://ada:secret@db.example:27017/?tls=true');

  it('when the server has no room, then the disk is full', async () => {
    expect(await said(words, new MongoServerError({ message: 'no room', code: 14_031 }))).toMatchObject({
      name: 'FileStoreFailure',
      kind: 'disk full',
      message: 'Files cannot be kept in MongoDB at db.example:27017 (no room).',
    });
  });

  it('when it says anything else, or is away, then they cannot be kept', async () => {
    for (const error of [new MongoServerError({ message: 'no', code: 1 }), new MongoNetworkError('away')])
      expect(await said(words, error)).toMatchObject({ kind: 'unavailable', cause: error });
  });

  it('when something else goes wrong, then it is thrown as it is', async () => {
    const bug = new TypeError('no function');
    expect(await said(words, bug)).toBe(bug);
  });
});
