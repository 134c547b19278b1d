import { describe, expect, it } from '@jest/globals';
import { createWithinMinutesTest } from '#query-handling/timeline/record-step-tests.js';
import type { TimelineEntry } from '#projections/read-models/timeline/timeline-projection.js';

const entry = (position: number, type: string, time: string, commandId: string) =>
  ({ position, type, at: `2026-10-05T${time}:00.000Z`, metadata: { commandId } }) as unknown as TimelineEntry;

const HISTORY = [
  entry(1, 'record.action-taken', '08:00', 'submit'),
  entry(2, 'record.approval-given', '11:00', 'approve'),
  entry(3, 'record.action-taken', '11:00', 'approve'),
  entry(4, 'record.action-taken', '11:00', 'order'),
];
const timeline = {
  findNeighbour: ({ position }: TimelineEntry) =>
    Promise.resolve(HISTORY.find((each) => each.position === position - 1)),
};

describe('the test of the time since the step before', () => {
  it('takes the approval that completes a round and its move for one step', async () => {
    const isWithin = createWithinMinutesTest(timeline, 1);
    expect(await isWithin(HISTORY)).toEqual([false, false, false, true]);
  });
});
