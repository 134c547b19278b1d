import { describe, expect, it } from '@jest/globals';
import { translatorFor } from '#views/messages/translate.js';
import { entityInSentence } from '#web/display/entity-in-sentence.js';

const [en, de] = [translatorFor('en'), translatorFor('de')];

describe('the name of an entity within a sentence', () => {
  it.each([
    ['Request', 'en-GB', en, 'request'],
    ['Corrective action', 'en', en, 'corrective action'],
    ['CAPA', 'en', en, 'CAPA'],
    ['Request', 'en', de, 'Request'],
    ['Antrag', 'de', en, 'Antrag'],
  ])('of “%s” in a document in %s is as its language writes it', (title, locale, t, written) => {
    expect(entityInSentence(title, { locale }, t)).toBe(written);
  });
});
