import { describe, expect, it } from '@jest/globals';
import { toMailAddress } from '#domain/user/mail-address.js';

describe('a mail address', () => {
  it.each(['ada@example.org', 'o’neil+tea@mail.example'])('is %j', (text) =>
    expect(toMailAddress(text)).toBe(text),
  );

  it.each([
    'ada',
    'ada@',
    '@example.org',
    'Ada <ada@example.org>',
    'ada@example.org,bert@example.org',
    'ada@example.org\r\nBcc: bert@example.org',
    `${'a'.repeat(65)}@example.org`,
    null,
    7,
  ])('is none: %j', (text) => expect(toMailAddress(text)).toBeUndefined());
});
