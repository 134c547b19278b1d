import { describe, expect, it } from '@jest/globals';
import { Refused } from '#domain/refusal.js';
import { Exports } from '#web/records/exports.js';

/** Work that lasts until it is told to end. */
function lasting() {
  let end = () => {};
  const work = new Promise<void>((resolve) => (end = resolve));
  return { run: () => work, end: () => end() };
}

describe('exports', () => {
  it('of one person are two at once; another person and a later one are not refused', async () => {
    const exports = new Exports();
    const [one, two, other] = [lasting(), lasting(), lasting()];
    const under = [exports.of('ada', one.run), exports.of('ada', two.run), exports.of('bert', other.run)];

    const third = exports.of('ada', async () => 'never');
    await expect(third).rejects.toThrow(Refused);
    await expect(third).rejects.toMatchObject({ reasons: [{ code: 'TOO_MANY_EXPORTS', kind: 'too often' }] });

    one.end();
    await under[0];
    expect(await exports.of('ada', async () => 'sent')).toBe('sent');
    two.end();
    other.end();
    await Promise.all(under);
  });

  it('that break make room as well', async () => {
    const exports = new Exports();
    for (let time = 0; time < 3; time++)
      await expect(
        exports.of('ada', () => Promise.reject(new Error('the other side has gone'))),
      ).rejects.toThrow('the other side has gone');
  });
});
