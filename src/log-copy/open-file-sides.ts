// Where files are copied from and to, opened.
import type { FilesEngine } from '#configuration/engine-address.js';
import type { FileStore } from '#event-store/files/file-store.js';
import { openFiles } from '#installation/engines.js';

export interface FileSides {
  readonly from: FilesEngine;
  readonly to: FilesEngine;
}

export async function withFileSides<Result>(
  { from, to }: FileSides,
  work: (from: FileStore, to: FileStore) => Promise<Result>,
): Promise<Result> {
  const source = await openFiles({ files: from });
  try {
    const target = await openFiles({ files: to });
    try {
      return await work(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
