// Tab-separated values; quotes around cells that contain tabs or line breaks.

/** Without empty rows; undefined: a single value. */
export function parseSpreadsheetBlock(text: string): string[][] | undefined {
  if (!/[\t\n]/.test(text.replace(/\r?\n$/, ''))) return undefined;
  const rows: string[][] = [[]];
  const all = text.replaceAll('\r\n', '\n');
  for (let at = 0; at <= all.length;) {
    const { cell, length } = cellAt(all.slice(at));
    rows.at(-1)!.push(cell);
    at += length + 1;
    if (all[at - 1] === '\n') rows.push([]);
  }
  return rows.filter((row) => row.some((cell) => cell.trim() !== ''));
}

function cellAt(text: string): { readonly cell: string; readonly length: number } {
  const end = text.search(/[\t\n]/);
  const plain = { cell: end < 0 ? text : text.slice(0, end), length: end < 0 ? text.length : end };
  if (!text.startsWith('"')) return plain;
  let at = 1;
  // Quotes in cells are doubled.
  while (at < text.length && (text[at] !== '"' || text[at + 1] === '"')) at += text[at] === '"' ? 2 : 1;
  const isClosed = text[at] === '"' && /^(?:[\t\n]|$)/.test(text.slice(at + 1, at + 2));
  return isClosed ? { cell: text.slice(1, at).replaceAll('""', '"'), length: at + 1 } : plain;
}
