import { describe, expect, it } from '@jest/globals';
import { noticesProjection } from '#projections/read-models/notices/notices-projection.js';
import { ADA, BEN, RECORD, REQUEST, recorded, time } from '../../recorded-events.js';

const stream = 'purchasing.Request.call-5d1f0a77-9c1e-8b1a-8e39-000000000040';
const answered = (data: object, place = stream) =>
  recorded('record.call-answered', { record: RECORD, call: 'told', ...data }, { stream: place, position: 7 });
const shown = (event: ReturnType<typeof answered>) =>
  noticesProjection
    .targets(event)
    .map((target) => [target, noticesProjection.apply(undefined, event, target)] as const);

describe('given a mail that was answered', () => {
  it('when people find it on their page, then each of them has a notice of their own', () => {
    const made = shown(answered({ shownTo: [ADA, BEN], sent: { subject: 'Ordered' } }));
    const notice = {
      position: 7,
      at: time(7),
      call: 'told',
      sent: { subject: 'Ordered' },
      record: { application: 'purchasing', entity: 'Request', id: RECORD },
    };
    expect(made.map(([, document]) => document)).toEqual([
      { ...notice, id: made[0]![0].id, person: ADA },
      { ...notice, id: made[1]![0].id, person: BEN },
    ]);
    expect(made.map(([{ collection }]) => collection)).toEqual(['notices', 'notices']);
    expect(new Set(made.map(([{ id }]) => id)).size).toBe(2);
  });

  it('when it is told again, then the notice stays as it was', () => {
    const event = answered({ shownTo: [ADA] });
    const [[target, notice]] = shown(event) as [ReturnType<typeof shown>[number]];
    const again = answered({ shownTo: [ADA], call: 'other' });
    expect(noticesProjection.apply(notice, again, target)).toBe(notice);
  });

  it('when nobody finds it on their page, then there is none', () => {
    expect(shown(answered({}))).toEqual([]);
    expect(shown(answered({ shownTo: [] }))).toEqual([]);
    expect(shown(recorded('record.call-failed', { shownTo: [ADA] }, { stream }))).toEqual([]);
  });

  it('when it stands in no stream of a call, or is asked of for somebody else, then nothing is made of it', () => {
    expect(shown(answered({ shownTo: [ADA] }, REQUEST)).map(([, document]) => document)).toEqual([undefined]);
    const target = { collection: 'notices', id: 'of-nobody' };
    expect(noticesProjection.apply(undefined, answered({ shownTo: [ADA] }), target)).toBeUndefined();
  });
});
