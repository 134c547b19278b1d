import { describe, expect, it } from '@jest/globals';
import { createTotpSecret, createTotpUri, findTimeStep } from '#identity/second-factor/totp.js';

/** '12345678901234567890' of RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

describe('codes by time', () => {
  // The last six of the eight digits that the RFC lists for SHA-1.
  it.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_111_111_111, '050471', 37_037_037],
    [1_234_567_890, '005924', 41_152_263],
    [2_000_000_000, '279037', 66_666_666],
    [20_000_000_000, '353130', 666_666_666],
  ])('at second %d is %s, as RFC 6238 says', (second, code, step) => {
    expect(findTimeStep(SECRET, code, second * 1000)).toBe(step);
  });

  it('are taken one step early and one step late, and no further', () => {
    const at = (step: number) => findTimeStep(SECRET, '050471', step * 30_000);
    expect([37_037_035, 37_037_036, 37_037_037, 37_037_038, 37_037_039].map(at)).toEqual([
      undefined,
      37_037_037,
      37_037_037,
      37_037_037,
      undefined,
    ]);
  });

  it.each(['', '05047', '0504711', '050 471', 'abcdef', '-50471', '٠٥٠٤٧١'])('are not %j', (typed) => {
    expect(findTimeStep(SECRET, typed, 1_111_111_111_000)).toBeUndefined();
  });

  it('have secrets of 160 bits, which differ', () => {
    const [one, other] = [createTotpSecret(), createTotpSecret()];
    expect(one).toMatch(/^[A-Z2-7]{32}$/);
    expect(one).not.toBe(other);
  });

  it('are named for the app by site and sign-in name', () => {
    const uri = createTotpUri(SECRET, { issuer: 'Daybook intra.example', label: 'mia weber' });
    expect(uri).toBe(
      `otpauth://totp/Daybook%20intra.example:mia%20weber?issuer=Daybook%20intra.example&secret=${SECRET}&algorithm=SHA1&digits=6&period=30`,
    );
  });
});
