import { describe, expect, it } from '@jest/globals';
import { createWarningFilter } from '#telemetry/warning-filter.js';

function startFilter() {
  const warnings: string[] = [];
  const clock = { now: 0 };
  const filter = createWarningFilter(
    (message) => void warnings.push(message),
    () => clock.now,
  );
  return { warnings, clock, filter };
}

describe('warnings of the SDK', () => {
  it('are passed on once in ten minutes each', () => {
    const { warnings, clock, filter } = startFilter();
    for (let times = 0; times < 3; times++) for (const message of ['away', 'late']) filter(message);
    expect(warnings).toEqual(['OpenTelemetry: away', 'OpenTelemetry: late']);
    clock.now = 10 * 60_000;
    filter('away');
    expect(warnings).toHaveLength(3);
  });

  it('that are errors are told by their message, without stack and data', () => {
    const { warnings, filter } = startFilter();
    filter(JSON.stringify({ stack: 'at x', message: 'connect ECONNREFUSED', code: 'E', data: 'body' }));
    filter('{ no JSON');
    expect(warnings).toEqual(['OpenTelemetry: connect ECONNREFUSED E', 'OpenTelemetry: an unreadable error']);
  });

  it('about headers leave out their values', () => {
    const { warnings, filter } = startFilter();
    filter('Header "authorization" has invalid value (Bearer (secret)\nx) and will be ignored');
    expect(warnings).toEqual(['OpenTelemetry: Header "authorization" has invalid value and will be ignored']);
  });

  it('of ever other texts do not fill the memory, and go on being told', () => {
    const { warnings, filter } = startFilter();
    for (let number = 0; number < 1_000; number++) filter(`failure ${number}`);
    expect(warnings).toHaveLength(1_000);
  });
});
