import { describe, expect, it } from '@jest/globals';
import { createBuiltInReason } from '#domain/create-reason.js';
import {
  createArchiveReason,
  describeArchiveReason,
  toCommandReason,
} from '../../src/application-archive/refusal-words/archive-reason.js';
import { GERMAN_ARCHIVE_REASONS } from '../../src/application-archive/refusal-words/archive-reasons-de.js';
import { ENGLISH_ARCHIVE_REASONS } from '../../src/application-archive/refusal-words/archive-reasons-en.js';

const placeholdersIn = (text: string) => [...new Set(text.match(/\{\w+\}/g) ?? [])].sort();

describe('the reasons of a refused archive', () => {
  it.each(Object.entries(ENGLISH_ARCHIVE_REASONS))('“%s” says the same in German', (code, english) => {
    const german = GERMAN_ARCHIVE_REASONS[code as keyof typeof GERMAN_ARCHIVE_REASONS];
    expect(placeholdersIn(german)).toEqual(placeholdersIn(english));
    expect(german).not.toBe(english);
    expect(german.endsWith('.')).toBe(!code.startsWith('why'));
  });

  it('are told in the language of who reads them, with what they are about', () => {
    const reason = createArchiveReason('refusedLine', {
      line: 7,
      path: 'events.jsonl',
      why: createArchiveReason('whyOwnerless', { member: '$personal' }),
    });
    expect(describeArchiveReason(reason, 'en')).toBe(
      'Line 7 of events.jsonl in the archive cannot be taken over: $personal does not say whose value it is.',
    );
    expect(describeArchiveReason(reason, 'de')).toBe(
      'Zeile 7 von events.jsonl im Archiv kann nicht übernommen werden: $personal sagt nicht, wessen Wert es ist.',
    );
  });

  it('quote a refused command in that language, after they were stored', () => {
    const why = [toCommandReason(createBuiltInReason('NOT_FOUND'))];
    const reason = createArchiveReason('notRegistered', { person: 'Clara', why });
    const stored = JSON.parse(JSON.stringify(reason)) as typeof reason;
    expect(describeArchiveReason(stored, 'en')).toContain('here: No page and no record has this address.');
    expect(describeArchiveReason(stored, 'de')).not.toContain('No page');
  });
});
