import { describe, expect, it } from '@jest/globals';
import { Refused } from '#domain/refusal.js';
import { Downloads } from '#web/records/downloads.js';

/** Work that lasts until it is told to end. */
function lasting() {
  let end = () => {};
  const work = new Promise<void>((resolve) => (end = resolve));
  return { run: () => work, end: () => end() };
}

describe('downloads', () => {
  it('of one person are two at once; another person and a later one are not refused', async () => {
    const downloads = new Downloads();
    const [one, two, other] = [lasting(), lasting(), lasting()];
    const under = [
      downloads.of('ada', one.run),
      downloads.of('ada', two.run),
      downloads.of('bert', other.run),
    ];

    const third = downloads.of('ada', async () => 'never');
    await expect(third).rejects.toThrow(Refused);
    await expect(third).rejects.toMatchObject({
      reasons: [{ code: 'TOO_MANY_DOWNLOADS', kind: 'too often' }],
    });

    one.end();
    await under[0];
    expect(await downloads.of('ada', async () => 'sent')).toBe('sent');
    two.end();
    other.end();
    await Promise.all(under);
  });

  it('that break make room as well', async () => {
    const downloads = new Downloads();
    for (let time = 0; time < 3; time++)
      await expect(
        downloads.of('ada', () => Promise.reject(new Error('the other side has gone'))),
      ).rejects.toThrow('the other side has gone');
  });
});
