// Which language Daybook speaks, and how messages become words.
import { describe, expect, it } from '@jest/globals';
import { acceptedLanguage, languageOf } from '#views/messages/languages.js';
import { translatorFor } from '#views/messages/translate.js';
import { htmlOf, words } from '../views/html.js';
import { previews, type Preview } from '../views/previews.js';

const people = previews['people'] as Preview;

describe('the language of a tag', () => {
  it.each([
    ['de', 'de'],
    ['de-AT', 'de'],
    ['EN-gb', 'en'],
    ['fr', undefined],
    ['deu', undefined],
    ['', undefined],
    ['constructor', undefined],
  ])('%s is %s', (tag, language) => {
    expect(languageOf(tag)).toBe(language);
  });
});

describe('the language that a browser accepts', () => {
  it.each([
    ['de-DE,de;q=0.9,en;q=0.8', 'de'],
    ['fr-FR,fr;q=0.9,de;q=0.7,en;q=0.8', 'en'],
    ['en;q=0,de;q=0.1', 'de'],
    ['*', undefined],
    ['fr;q=odd,;;,', undefined],
    [undefined, undefined],
  ])('%s is %s', (header, language) => {
    expect(acceptedLanguage(header)).toBe(language);
  });
});

describe('a message', () => {
  it('counts as its language does', () => {
    expect(translatorFor('en')('frame.outdatedPage', { count: 1 })).toMatch(/^1 record on/);
    expect(translatorFor('de')('frame.outdatedPage', { count: 1200 })).toMatch(/^1\.200 Datensätze auf/);
  });

  it('shows values as they are, whatever stands in them', () => {
    expect(translatorFor('en')('frame.timeZone', { zone: '<b>{x}</b> ’ it’s # ' })).toBe(
      'Times in <b>{x}</b> ’ it’s # ',
    );
  });
});

it('a page whose frame is German speaks German and says so', () => {
  const page = (locale: string) =>
    htmlOf(people((props) => ({ ...props, frame: { ...props.frame, language: 'de', locale } })));
  expect(page('de-AT').one('html').getAttribute('lang')).toBe('de-AT');
  expect(page('en-GB').one('html').getAttribute('lang')).toBe('de');
  expect(words(page('de').one('form[action="/-/sign-out"]'))).toBe('Abmelden');
});
