import { describe, expect, it } from '@jest/globals';
import { shareMeasurement } from '#telemetry/share-measurement.js';

describe('a measurement', () => {
  it('is shared by all who ask while it is under way, and made anew for the next', async () => {
    let made = 0;
    const measure = shareMeasurement(async (observe) => {
      made += 1;
      await Promise.resolve();
      observe('gauge', made, { of: 'it' });
    });
    const seen: unknown[] = [];
    const observe = (...observation: unknown[]) => void seen.push(observation);
    await Promise.all([measure(observe), measure(observe)]);
    await measure(observe);
    expect(seen).toEqual([
      ['gauge', 1, { of: 'it' }],
      ['gauge', 1, { of: 'it' }],
      ['gauge', 2, { of: 'it' }],
    ]);
  });

  it('that fails fails for those who asked, and not for the next', async () => {
    let fails = true;
    const measure = shareMeasurement(async () => {
      if (fails) throw new Error('away');
    });
    await expect(measure(() => {})).rejects.toThrow('away');
    fails = false;
    expect(await measure(() => {})).toBeUndefined();
  });
});
