import { describe, expect, it } from '@jest/globals';
import { safePath } from '#web/system-addresses.js';

describe('where to come back to', () => {
  it.each(['/', '/purchasing/requests?state=draft#top', '/-/people'])(
    'is a path of this site: %s',
    (path) => {
      expect(safePath(path)).toBe(path);
    },
  );

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/\t/evil.example',
    '/a\r\nb',
    '',
    undefined,
    ['/a'],
  ])('is the start page instead of %j', (path) => {
    expect(safePath(path)).toBe('/');
  });
});
