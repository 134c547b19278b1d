// As received by the mail server.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { checkDocument } from '#specification/check-document.js';
import { renderMailText } from '#specification/cel/call-content.js';
import type { CallParts, Scope } from '#specification/model/specification.js';
import { isEnglish } from '../journeys/german.js';
import { documentOf, valid } from '../specification/documents.js';

const NOW = '2026-11-20T10:00:00.000Z';

const checked = checkDocument(readFileSync('specifications/dienstreisen.md', 'utf8'));
if (!checked.ok) throw new Error(JSON.stringify(checked.problems));
const { specification } = checked;
const person = (name: string) => ({ id: name, name, email: `${name}@example.org` });

const trip = {
  id: 'trip',
  entity: 'Antrag',
  number: 'DR-2026-0001',
  state: 'eingereicht',
  openedBy: person('Petra Sommer'),
  openedAt: NOW,
  assignee: null,
  fields: {
    zweck: 'Messe',
    ziel: 'Graz',
    von: '2026-11-28',
    bis: '2026-11-29',
    kosten: 123_456,
    antragsteller: person('Petra Sommer'),
    vorgesetzt: person('Klaus Winter'),
  },
};
const scope = { record: trip, user: person('Petra Sommer'), now: NOW } as unknown as Scope;

const mails = specification.calls.flatMap(({ key, parts }) =>
  Object.values(parts).flatMap(({ mail }: CallParts) => (mail ? [[key, mail] as const] : [])),
);

describe('mails of the German example', () => {
  it('are there', () => {
    expect(mails.map(([key]) => key)).toEqual(['erinnerung']);
  });

  it.each(mails)('have no English in subject and text: %s', (_, { subject, text }) => {
    for (const written of [subject, text].map((each) => renderMailText(each, scope, specification))) {
      expect(written).toContain('DR-2026-0001');
      expect(isEnglish(written)).toBe(false);
    }
  });

  it.each(mails)('write amounts and days as Germans do: %s', (_, { text }) => {
    const written = renderMailText(text, scope, specification);
    expect(written).toContain('Petra Sommer');
    expect(written).toContain('1.234,56\u00a0€');
    expect(written).toContain('28.11.2026');
  });
});

describe('a mail of an application in English', () => {
  it('writes amounts, numbers, days and moments in its notation, and texts as they are', () => {
    const { calls, ...english } = valid(
      documentOf({
        1: 'locale: en-IE\ntimeZone: Europe/Dublin\ncurrency: EUR',
        3: `entities:
  Claim:
    fields: { amount: money, miles: { type: decimal, places: 1 }, day: date, at: dateTime, code: text, host: user }`,
        4: 'lifecycles: { Claim: { states: { open: Open }, actions: { ask: { from: open } } } }',
        7: `calls:
  tell:
    on: Claim.ask
    mail: { to: record.host.email, subject: "{record.amount}", text: "{record.miles}|{record.day}|{record.at}|{record.code}|{record.host.name}" }`,
      }),
    );
    const claim = {
      ...{
        id: 'a',
        entity: 'Claim',
        number: null,
        state: 'open',
        openedBy: person('Ann'),
        openedAt: NOW,
        assignee: null,
      },
      fields: {
        amount: 500_000,
        miles: 12_345,
        day: '2026-12-24',
        at: NOW,
        code: '4100',
        host: person('Bo'),
      },
    };
    const { mail } = calls[0]!.parts['Claim']!;
    const written = [mail!.subject, mail!.text].map((each) =>
      renderMailText(each, { record: claim, user: person('Ann'), now: NOW } as unknown as Scope, english),
    );
    expect(written).toEqual(['€5,000', '1,234.5|24 Dec 2026|20 Nov 2026, 10:00|4100|Bo']);
  });
});
