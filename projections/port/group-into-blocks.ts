import type { DocumentBlock } from './generation.js';

export const BLOCK_DOCUMENTS = 500;
/** JSON characters; exceeded by at most one document. */
export const MAX_BLOCK_CHARACTERS = 8 * 1024 * 1024;

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
      if (lines.length < BLOCK_DOCUMENTS && size < MAX_BLOCK_CHARACTERS) continue;
      yield { lines: lines.join('\n'), count: lines.length };
      lines = [];
      size = 0;
    }
  if (lines.length > 0) yield { lines: lines.join('\n'), count: lines.length };
}
