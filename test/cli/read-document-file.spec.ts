import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from '@jest/globals';
import { readDocumentFile } from '#cli/read-document-file.js';
import { checkDocument } from '#specification/check-document.js';
import { checkWithCache } from '#specification/check-cache.js';

const folder = mkdtempSync(join(tmpdir(), 'daybook-document-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Uint8Array): string {
  writeFileSync(join(folder, name), content);
  return join(folder, name);
}

describe('a document on the command line', () => {
  it('is checked once, by whoever reads it and by whoever publishes it', async () => {
    const { checked, text } = await readDocumentFile('specifications/permits.md');
    expect(text).toBe(readFileSync('specifications/permits.md', 'utf8'));
    expect(checked.ok).toBe(true);
    expect(checkWithCache(text)).toBe(checked);
  });

  it('loses its byte order mark', async () => {
    const { text } = await readDocumentFile(file('mark.md', '\uFEFF# Keys\n'));
    expect(text).toBe('# Keys\n');
  });

  it('says what a check of its bytes says where they are no text', async () => {
    const bytes = new Uint8Array([35, 32, 255, 10]);
    const { checked, text } = await readDocumentFile(file('bytes.md', bytes));
    expect([checked, text]).toEqual([checkDocument(bytes), '']);
    expect(checked.problems).toHaveLength(1);
  });
});
