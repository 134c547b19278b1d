// Complete in every language, with equal parameters, and all used.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { BUILT_IN_ERRORS, type BuiltInCode } from '#specification/built-in-errors/built-in-errors.js';
import { getBuiltInMessage, formatBuiltInMessage } from '#specification/refusal-words/built-in-messages.js';
import { GERMAN_PHRASES } from '#specification/refusal-words/phrases-de.js';
import { ENGLISH_PHRASES } from '#specification/refusal-words/phrases-en.js';
import {
  formatParameter,
  createPhrase,
  type PhraseId,
  type MessageParameter,
} from '#specification/refusal-words/phrases.js';

const CODES = Object.keys(BUILT_IN_ERRORS) as BuiltInCode[];
const PHRASES = Object.keys(ENGLISH_PHRASES) as PhraseId[];

const namesIn = (text: string, places: RegExp) =>
  [...new Set([...text.matchAll(places)].map(([, name]) => name))].toSorted();
const wordsOf = (code: BuiltInCode, language: 'en' | 'de') => {
  const { message, remedy } = getBuiltInMessage(code, language);
  return namesIn(`${message} ${remedy ?? ''}`, /\{with\.(\w+)\}/g);
};

/** A phrase may have a title and a form within sentences. */
const ALIKE = new Set(['field', 'title']);
const phraseNames = (text: string) =>
  namesIn(text, /\{(\w+)\}/g).map((name) => (ALIKE.has(name!) ? 'field' : name));

function sourcesIn(folder: string): readonly string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
    .filter(({ name }) => !name.startsWith('phrases-'))
    .map(({ parentPath, name }) => readFileSync(join(parentPath, name), 'utf8'));
}

describe('the words of refusals', () => {
  it.each(CODES)('%s is filled with the same words in German as in English', (code) => {
    expect(wordsOf(code, 'de')).toEqual(wordsOf(code, 'en'));
  });

  it('have phrases that take the same words in German as in English', () => {
    for (const id of PHRASES)
      expect([id, phraseNames(GERMAN_PHRASES[id])]).toEqual([id, phraseNames(ENGLISH_PHRASES[id])]);
  });

  it('have no phrase that nothing says', () => {
    const code = sourcesIn('src').join('\n');
    const stems = PHRASES.map((id) => id.replace(/\.(one|other)$/, ''));
    expect(stems.filter((id) => !code.includes(`'${id}'`) && !code.includes(`'${id}.`))).toEqual([]);
  });

  it('are translated rather than copied', () => {
    const same = CODES.filter(
      (code) => getBuiltInMessage(code, 'de').message === BUILT_IN_ERRORS[code].message,
    );
    expect(same).toEqual(['REQUIRED']);
    expect(PHRASES.filter((id) => GERMAN_PHRASES[id] === ENGLISH_PHRASES[id])).toEqual([
      'cond.constant',
      'cond.plus',
      'cond.minus',
    ]);
  });

  it('leave no place unfilled that is given, in any language, and cut what somebody typed', () => {
    const word: fc.Arbitrary<MessageParameter> = fc.oneof(
      fc.string(),
      fc.nat(),
      fc.constantFrom(...PHRASES).map((id) => createPhrase(id, { name: 'X', action: 'X', field: 'X' })),
      fc.array(fc.string(), { maxLength: 3 }),
    );
    fc.assert(
      fc.property(fc.constantFrom(...CODES), fc.constantFrom('en', 'de'), word, (code, language, each) => {
        const parameters = Object.fromEntries(wordsOf(code, language).map((name) => [name!, each]));
        const { message } = formatBuiltInMessage(code, parameters, language);
        expect(message).not.toContain('{with.');
        if (getBuiltInMessage(code, language).message.includes('{with.'))
          expect(message).toContain(formatParameter(each, language));
      }),
    );
    expect(formatParameter('x'.repeat(1_000), 'de')).toHaveLength(201);
  });
});
