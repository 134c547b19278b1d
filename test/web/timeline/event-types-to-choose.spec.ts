// The kinds of events that the filter of the timeline offers.
import { describe, expect, it } from '@jest/globals';
import { eventTypesToChoose } from '#web/timeline/timeline-page.js';

describe('kinds of events to filter by', () => {
  it.each(['en', 'de'] as const)(
    'mark Daybook’s own workings as technical, and nothing of records (%s)',
    (language) => {
      const types = eventTypesToChoose(language);
      const technical = types.filter(({ isTechnical }) => isTechnical).map(({ value }) => value);
      expect(technical).toEqual(expect.arrayContaining(['number.taken', 'value.claimed']));
      expect(technical.filter((value) => /^(record|user|specification)\./.test(value))).toEqual([]);
    },
  );
});
