import { describe, expect, it } from '@jest/globals';
import { RecordActions } from '#views/parts/record-actions.js';
import type { ActionOffer } from '#views/view-models/record.js';
import { htmlOf, words } from './html.js';

/** Each refused for a reason of its own, so that none share a line. */
const refused = (title: string): ActionOffer => ({
  key: title,
  title,
  allowed: false,
  tone: 'quiet',
  isHere: true,
  href: `#${title}`,
  asks: false,
  commandId: title,
  refusals: [{ code: 'NOT_PERMITTED', message: `${title} is for others.`, fields: [] }],
});

describe('actions of a record that the viewer may not take', () => {
  it('folds all but the first four, so that they do not push the record off the page', () => {
    const titles = ['Check', 'Adjust', 'Determine', 'Print', 'Stop', 'Withdraw'];
    const html = htmlOf(
      <RecordActions
        actions={titles.map(refused)}
        forOthers={[]}
        version={3}
        state={{ title: 'Received', final: false } as never}
      />,
    );
    const titlesIn = (selector: string) => html.all(`${selector} > .db-why-not .db-refused`).map(words);
    expect(titlesIn('.db-actions')).toEqual(['Check', 'Adjust', 'Determine', 'Print']);
    expect(titlesIn('.db-other-actions')).toEqual(['Stop', 'Withdraw']);
    expect(words(html.one('.db-other-actions > summary'))).toBe('2 other actions');
  });
});
