// Groups JSON documents into blocks, limited by count and size.
import type { DocumentBlock } from './generation.js';

export const BLOCK_DOCUMENTS = 500;
/** Characters of JSON. A block exceeds this by at most one document. */
export const BLOCK_SIZE = 8 * 1024 * 1024;

/** The same documents always form the same blocks, so that two sides compare quickly. */
export async function* groupIntoBlocks(
  arriving: AsyncIterable<readonly string[]>,
): AsyncIterable<DocumentBlock> {
  let lines: string[] = [];
  let size = 0;
  for await (const some of arriving)
    for (const line of some) {
      lines.push(line);
      size += line.length;
      if (lines.length < BLOCK_DOCUMENTS && size < BLOCK_SIZE) continue;
      yield { lines: lines.join('\n'), count: lines.length };
      lines = [];
      size = 0;
    }
  if (lines.length > 0) yield { lines: lines.join('\n'), count: lines.length };
}
