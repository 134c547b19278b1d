import { describe, expect, it } from '@jest/globals';
import { ClockWatch } from '#installation/clock-watch.js';
import { HealthIssues } from '#platform/health-issues.js';

const at = (time: string) => `2026-11-20T${time}.000Z`;
const recorded = (time: string) => [
  { metadata: { actor: 'ada', recordedAt: at(time), commandId: 'c', correlationId: 'c' } },
];

describe('a clock', () => {
  const watched = () => {
    const troubles = new HealthIssues();
    const here = { now: '10:00:00' };
    const watch = new ClockWatch(() => at(here.now), troubles);
    const said = (now: string) => {
      here.now = now;
      expect(watch.now()).toBe(at(now));
      return troubles.all().map(({ key, severity }) => [key, severity]);
    };
    return { watch, said, troubles };
  };

  it('that goes back by more than a minute is told, until it has caught up', () => {
    const { said, troubles } = watched();
    expect(said('10:00:00')).toEqual([]);
    expect(said('09:59:30')).toEqual([]);
    expect(said('09:58:00')).toEqual([['clock', 'warning']]);
    expect(troubles.find('clock')!.adminMessage).toContain(
      `says ${at('09:58:00')}, and it was ${at('10:00:00')} before`,
    );
    expect(said('09:58:30')).toEqual([['clock', 'warning']]);
    expect(said('10:00:30')).toEqual([]);
  });

  it('that is behind what was recorded before this process began is told, too', () => {
    const { watch, said } = watched();
    expect(said('10:00:00')).toEqual([]);
    watch.noteEvents(recorded('10:00:50'));
    expect(said('10:00:01')).toEqual([]);
    watch.noteEvents(recorded('11:00:00'));
    expect(said('10:00:02')).toEqual([['clock', 'warning']]);
    expect(said('11:00:00')).toEqual([]);
  });
});
