import { describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { renderPage } from '#views/every-page.js';
import { TimelinePage } from '#views/pages/timeline.js';
import { timeline } from './samples/timeline.js';

describe('exports of the timeline', () => {
  it.each([
    { problems: [], count: 3 },
    { problems: ['There is no filter “nonsense” here.'], count: 0 },
  ])('are offered only where every filter was understood: $problems', ({ problems, count }) => {
    const page = parse(renderPage(<TimelinePage {...timeline} problems={problems} />));
    expect(page.querySelectorAll('.db-timeline-exports a.btn')).toHaveLength(count);
  });
});
