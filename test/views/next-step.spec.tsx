import { describe, expect, it } from '@jest/globals';
import { translatorFor } from '#views/messages/translate.js';
import { createFormats } from '#views/format.js';
import { NextStepLine } from '#views/parts/next-step.js';
import { NO_REFERENCE_NAMES } from '#query-handling/names/find-names.js';
import type { NextStep } from '#query-handling/records/next-step.js';
import type { RecordView } from '#query-handling/record-details/view-record.js';
import { presentNextStep } from '#web/records/approvals/next-step.js';
import { shopSpecification } from '../web/screens/shop.js';
import { htmlOf, words } from './html.js';

const waiting = {
  kind: 'waiting',
  for: { people: ['ines'], roles: [], actions: [{ title: 'Order' }] },
} as unknown as NextStep;
const names = { ...NO_REFERENCE_NAMES, people: new Map([['ines', 'Ines Albrecht']]) };
const sentence = (...calls: RecordView['calls'][number][]) => {
  const next = presentNextStep(waiting, {
    specification: shopSpecification(),
    names,
    edit: undefined,
    calls,
    t: translatorFor('en'),
  })!;
  const line = (
    <NextStepLine
      state={{ title: 'Approved', tone: 'ready' } as never}
      next={next}
      formats={createFormats('en', 'UTC')}
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

describe('the next step of a record that waits for the viewer', () => {
  const lineOf = (...titles: readonly string[]) => {
    const line = (
      <NextStepLine
        state={{ title: 'Received', tone: 'active' } as never}
        next={{ kind: 'ready', actions: titles.map((title) => ({ title, href: `#${title}` })) }}
        formats={createFormats('en', 'UTC')}
      />
    );
    const html = htmlOf(line);
    const links = html.all('.db-next-step a').map((link) => link.getAttribute('href'));
    return { text: words(html.one('.db-next-step')), links };
  };

  it('leads to each action, up to three', () => {
    expect(lineOf('Check', 'Adjust', 'Send')).toEqual({
      text: 'Received. Next: Check, Adjust, or Send',
      links: ['#Check', '#Adjust', '#Send'],
    });
  });

  it('says how many actions there are where they are more than three', () => {
    expect(lineOf('Check', 'Adjust', 'Send', 'Stop')).toEqual({
      text: 'Received. Next: one of 4 actions',
      links: ['#actions'],
    });
  });
});
