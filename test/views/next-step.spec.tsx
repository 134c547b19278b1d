// The sentence under a record's title, where Daybook tries something again by itself while people can go on.
import { describe, expect, it } from '@jest/globals';
import { translatorFor } from '#views/messages/translate.js';
import { formatsFor } from '#views/format.js';
import { NextStepLine } from '#views/parts/next-step.js';
import { NO_NAMES } from '#query-handling/mentions.js';
import type { NextStep } from '#query-handling/records/next-step.js';
import type { RecordView } from '#query-handling/records/view-record.js';
import { presentNextStep } from '#web/present/next-step.js';
import { shopSpecification } from '../web/reading/shop.js';
import { htmlOf, words } from './html.js';

const waiting = {
  kind: 'waiting',
  for: { people: ['ines'], roles: [], actions: [{ title: 'Order' }] },
} as unknown as NextStep;
const names = { ...NO_NAMES, people: new Map([['ines', 'Ines Albrecht']]) };
const sentence = (...calls: RecordView['calls'][number][]) => {
  const next = presentNextStep(waiting, {
    ...{ specification: shopSpecification(), names, edit: undefined, calls, t: translatorFor('en') },
  })!;
  const line = (
    <NextStepLine
      state={{ title: 'Approved', tone: 'ready' } as never}
      next={next}
      formats={formatsFor('en', 'UTC')}
    />
  );
  return words(htmlOf(line).one('.db-next-step'));
};

describe('the next step of a record that waits for a person', () => {
  it('is whom it waits for, also where something was given up', () => {
    expect(sentence()).toBe('Waiting for Ines Albrecht');
    expect(sentence({ name: 'orderIt', status: 'given up' })).toBe('Waiting for Ines Albrecht');
  });

  it('says what Daybook tries again by itself, and when, and who can go on meanwhile', () => {
    expect(sentence({ name: 'orderIt', status: 'waiting', again: '2026-11-26T19:22:00.000Z' })).toMatch(
      /^Daybook sends “Order it” by itself and tries again: .*19:22.*\. Ines Albrecht can go on by hand meanwhile: Order\.$/,
    );
  });
});
