import type { YamlBlock } from './read-sections.js';
import type { SourcePosition } from './diagnostics.js';

const lineStarts = new WeakMap<YamlBlock, readonly number[]>();

function findLineStarts(block: YamlBlock): readonly number[] {
  let found = lineStarts.get(block);
  if (!found)
    lineStarts.set(block, (found = [0, ...[...block.source.matchAll(/\n/g)].map(({ index }) => index + 1)]));
  return found;
}

export function findPositionInBlock(block: YamlBlock, offset: number): SourcePosition {
  const within = Math.min(Math.max(0, offset), block.source.length);
  const lines = findLineStarts(block);
  let [line, after] = [0, lines.length];
  while (after - line > 1) {
    const middle = (line + after) >> 1;
    if (lines[middle]! <= within) line = middle;
    else after = middle;
  }
  return { line: block.line + line, column: within - lines[line]! + 1 + block.indent };
}

/** `index` counts in `value`, the result in `written`, which has quotes. */
export function createCharacterLocator(value: string, written: string): (index: number) => number {
  const last = Math.max(0, written.length - 1);
  const after = [findTextStart(written)];
  const getPositionAt = (index: number): number => {
    for (let at = after.length - 1; at < index; at += 1)
      after.push(skipTo(value[at] ?? '', written, after[at]!) + 1);
    return after[index]!;
  };
  return (index) => {
    if (index >= value.length) return Math.min(getPositionAt(value.length), last);
    return Math.min(skipTo(value[index] ?? '', written, getPositionAt(Math.max(0, index))), last);
  };
}

function findTextStart(written: string): number {
  if (/^["']/.test(written)) return 1;
  const header = /^[|>][^\n]*\n[ ]*/.exec(written);
  return header ? header[0].length : 0;
}

function skipTo(character: string, written: string, from: number): number {
  if (/\s/.test(character)) return from;
  const found = written.indexOf(character, from);
  return found >= 0 && found - from < 200 ? found : from;
}
