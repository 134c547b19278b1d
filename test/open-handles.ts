// Which files of a folder this process has open. Only Linux tells.
import { describe } from '@jest/globals';
import { readdirSync, readlinkSync } from 'node:fs';

export const describeWithHandles = process.platform === 'linux' ? describe : describe.skip;

export const handlesIn = (folder: string): readonly string[] =>
  readdirSync('/proc/self/fd')
    .flatMap((number) => fileOf(number) ?? [])
    .filter((file) => file.startsWith(folder));

function fileOf(number: string): string | undefined {
  try {
    return readlinkSync(`/proc/self/fd/${number}`);
  } catch {
    // That of the listing itself.
    return undefined;
  }
}
