// By blocks while equal, else one by one.
import type { DocumentBlock } from '../port/generation.js';

export interface BlockPair {
  readonly live: DocumentBlock | undefined;
  readonly rebuilt: DocumentBlock | undefined;
}

export async function* pairBlocks(
  live: AsyncIterable<DocumentBlock>,
  rebuilt: AsyncIterable<DocumentBlock>,
): AsyncIterable<BlockPair> {
  const one = createBlockReader(live);
  const other = createBlockReader(rebuilt);
  for (;;) {
    const [a, b] = [await one.block(), await other.block()];
    if (a === undefined && b === undefined) return;
    if (a !== undefined && b !== undefined && a.lines === b.lines) {
      yield { live: one.takeBlock(), rebuilt: other.takeBlock() };
      continue;
    }
    const order = a === undefined ? 1 : b === undefined ? -1 : byCodePoint(one.id(), other.id());
    yield {
      live: order <= 0 ? one.takeDocument() : undefined,
      rebuilt: order >= 0 ? other.takeDocument() : undefined,
    };
  }
}

function createBlockReader(blocks: AsyncIterable<DocumentBlock>) {
  const source = blocks[Symbol.asyncIterator]();
  let whole: DocumentBlock | undefined;
  let lines: string[] = [];
  let next: { readonly id: string } | undefined;
  return {
    async block(): Promise<DocumentBlock | undefined> {
      if (lines.length > 0) return { lines: lines[lines.length - 1]!, count: 1 };
      if (whole !== undefined) return whole;
      const read = await source.next();
      whole = read.done ? undefined : read.value;
      return whole;
    },
    id(): string {
      this.split();
      next ??= JSON.parse(lines[lines.length - 1]!) as { readonly id: string };
      return next.id;
    },
    takeBlock(): DocumentBlock | undefined {
      if (lines.length > 0) return this.takeDocument();
      const taken = whole;
      whole = undefined;
      return taken;
    },
    takeDocument(): DocumentBlock {
      this.split();
      next = undefined;
      return { lines: lines.pop()!, count: 1 };
    },
    split(): void {
      if (whole === undefined) return;
      lines = whole.lines.split('\n').reverse();
      whole = undefined;
    },
  };
}

function byCodePoint(a: string, b: string): number {
  return a === b ? 0 : Buffer.compare(Buffer.from(a), Buffer.from(b));
}
