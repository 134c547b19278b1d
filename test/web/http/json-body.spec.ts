import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { parseJson } from '#web/http/json-body.js';

describe('a JSON body', () => {
  const list = (count: number) => Array.from({ length: count }, (_, n) => n);
  const named = (count: number) => Object.fromEntries(list(count).map((n) => [`f${n}`, n]));

  it('comes back as it is, whatever stands in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async (value) => {
        expect(await parseJson(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it.each([
    ['names', named],
    ['rows', list],
    ['names of a field', (count: number) => ({ fields: named(count) })],
    ['rows of a field', (count: number) => ({ fields: { a: ',"[{', lines: list(count), b: '"' } })],
    ['cells of a row', (count: number) => ({ fields: { lines: [{}, named(count)] } })],
  ])('is refused with more than a thousand %s', async (_, body) => {
    expect(await parseJson(JSON.stringify(body(1_000)))).toEqual(body(1_000));
    await expect(parseJson(JSON.stringify(body(1_001)))).rejects.toThrow(/more than 1,000 names or rows/);
  });

  it('is refused with more values than any record has, and where it is nested too deeply', async () => {
    const rows = list(900).map(() => list(40));
    await expect(parseJson(JSON.stringify(rows))).rejects.toThrow(/more than 30,000 values/);
    await expect(parseJson('['.repeat(17))).rejects.toThrow(/nested more than 16 deep/);
    await expect(parseJson(`[${']'.repeat(1_000)},,,`)).rejects.toThrow(/not valid JSON/);
  });

  const units = fc.string({
    unit: fc.integer({ min: 0xd7ff, max: 0xe000 }).map((code) => String.fromCharCode(code)),
  });

  it('is refused with half a character, and with nothing else, wherever that stands', async () => {
    const texts = fc.tuple(fc.string(), units, fc.string()).map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(texts, texts, async (key, text) => {
        const body = JSON.stringify({ [key]: [text] });
        const parsed = parseJson(body);
        if (key.isWellFormed() && text.isWellFormed()) expect(await parsed).toEqual({ [key]: [text] });
        else await expect(parsed).rejects.toThrow(/only half there/);
      }),
    );
  });

  it('lets others have their turn while it is looked through', async () => {
    let turns = 0;
    let parsed = false;
    const count = () => parsed || (turns++, setImmediate(count));
    count();
    await parseJson(JSON.stringify(list(30).map(() => list(900).map(() => 'x'.repeat(30)))));
    parsed = true;
    expect(turns).toBeGreaterThan(1);
  });
});
