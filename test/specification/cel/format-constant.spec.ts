import { describe, expect, it } from '@jest/globals';
import { formatConstant, formatUntypedConstant } from '#specification/cel/format-constant.js';
import { formatParameter } from '#specification/refusal-words/phrases.js';

const IRISH = { locale: 'en-IE', timeZone: 'Europe/Dublin' };

describe('a constant in words', () => {
  it.each([
    ['money.EUR', '5000 EUR', '€5,000', '5.000\u00a0€'],
    ['money.EUR', '5000.50 EUR', '€5,000.50', '5.000,50\u00a0€'],
    ['int', '1500', '1,500', '1.500'],
    ['int', '2026', '2026', '2026'],
    ['decimal', '0.19', '0.19', '0,19'],
    ['date', '2026-12-24', '24 Dec 2026', '24.12.2026'],
    ['period', 'P3D', '3 days', '3 Tage'],
    ['period', 'P1DT12H', '1 day 12 hours', '1 Tag 12 Stunden'],
    ['bool', 'true', 'yes', 'ja'],
    ['string', '4100', '4100', '4100'],
    ['string', 'quality@example.org', 'quality@example.org', 'quality@example.org'],
  ])('of type %s is written as the reader’s language does: %s', (type, text, english, german) => {
    const words = formatConstant(type, text, IRISH);
    expect([formatParameter(words, 'en'), formatParameter(words, 'de')]).toEqual([english, german]);
  });

  it('is told by how it is written where its type is not known any more', () => {
    const texts = ['5000 EUR', 'P3D', '2026-12-24', 'Anna'].map((text) =>
      formatParameter(formatUntypedConstant(text, IRISH), 'de'),
    );
    expect(texts).toEqual(['5.000\u00a0€', '3 Tage', '24.12.2026', 'Anna']);
  });
});
