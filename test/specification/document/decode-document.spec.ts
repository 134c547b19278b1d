import { describe, expect, it } from '@jest/globals';
import { checkDocument } from '#specification/check-document.js';
import { documentOf, shown } from '../documents.js';

const blank = documentOf({});
const problems = (input: string | Uint8Array) => checkDocument(input).problems.map(shown);
const NO_TEXT = 'A specification is a Markdown document, saved as UTF-8 text.';
const TOO_LARGE = '1:1 the document is larger than 1 MB — Shorten it, or split it into several applications.';

describe('given what is no document', () => {
  it('when it is as large as 50 MB, then that is the only problem, and nothing of it is read', () => {
    expect(problems('a\n'.repeat(25_000_000))).toEqual([TOO_LARGE]);
    expect(problems(Buffer.alloc(50 * 1024 * 1024, '## 1. What\n'))).toEqual([TOO_LARGE]);
  });

  it('when it is larger than 1 MB in bytes though not in letters, then that counts', () => {
    expect(problems('ä'.repeat(600_000))).toEqual([TOO_LARGE]);
  });

  it('when it has more lines than anybody reads, then that is the only problem', () => {
    expect(problems('\n'.repeat(500_000))).toEqual([
      '20000:1 the document has more than 20000 lines — Split it into several applications.',
    ]);
  });

  it('when it is binary, then the place of the first byte that is no text is told', () => {
    expect(problems(Buffer.from([0x23, 0x20, 0x0a, 0x41, 0xff, 0xfe]))).toEqual([
      `2:2 this is not UTF-8 text from here on — ${NO_TEXT}`,
    ]);
    expect(problems(Buffer.from('PNG\0\0\0', 'latin1'))).toEqual([
      `1:4 this is not text: there is a zero byte here — ${NO_TEXT}`,
    ]);
  });

  it('when lines end as on an old Mac, then the place is counted by them', () => {
    expect(problems('# a\rbc\0')).toEqual([`2:3 this is not text: there is a zero byte here — ${NO_TEXT}`]);
    expect(problems('\r'.repeat(30_000))).toEqual([
      '20000:1 the document has more than 20000 lines — Split it into several applications.',
    ]);
  });

  it('when it holds half of a character, then that is told', () => {
    expect(problems('# a\n\uD800')).toEqual([
      `2:1 half of a character (a lone surrogate) stands here — ${NO_TEXT}`,
    ]);
  });

  it('when it is empty, then all nine headings are missing', () => {
    expect(problems('')).toHaveLength(10);
    expect(problems(new Uint8Array())).toEqual(problems(''));
  });
});

describe('given a document as bytes', () => {
  it('when it is UTF-8, with or without a byte order mark, then it is read as text', () => {
    const mark = Buffer.from([0xef, 0xbb, 0xbf]);
    expect(checkDocument(Buffer.from(blank)).ok).toBe(true);
    expect(checkDocument(Buffer.concat([mark, Buffer.from(blank)])).ok).toBe(true);
    expect(checkDocument(`\uFEFF${blank}`).ok).toBe(true);
  });
});
