import type { FilesEngine } from '#configuration/engine-address.js';
import type { FileStore } from '#event-store/files/file-store.js';
import { openInstallationFileStore } from '#installation/storage-engines.js';

export interface FileCopyEngines {
  readonly from: FilesEngine;
  readonly to: FilesEngine;
}

export async function withSourceAndTargetFiles<Result>(
  { from, to }: FileCopyEngines,
  work: (from: FileStore, to: FileStore) => Promise<Result>,
): Promise<Result> {
  const source = await openInstallationFileStore({ files: from });
  try {
    const target = await openInstallationFileStore({ files: to });
    try {
      return await work(source, target);
    } finally {
      await target.close();
    }
  } finally {
    await source.close();
  }
}
