import { describe, expect, it } from '@jest/globals';
import { isSameSiteRequest } from '#web/http/site.js';

const host = 'daybook.example:3000';

describe('a post', () => {
  it.each([
    ['of a form of ours', { 'sec-fetch-site': 'same-origin', host }],
    ['typed by the person', { 'sec-fetch-site': 'none', host }],
    ['of an older browser, from our page', { origin: `https://${host}`, host }],
    ['of a program, which carries nobody’s cookie by itself', { host }],
  ])('passes: %s', (_what, headers) => {
    expect(isSameSiteRequest(headers)).toBe(true);
  });

  it.each([
    ['of another site', { 'sec-fetch-site': 'cross-site', host }],
    ['of a neighbour in the same domain', { 'sec-fetch-site': 'same-site', host }],
    [
      'of another site, whatever Origin pretends',
      { 'sec-fetch-site': 'cross-site', origin: `https://${host}`, host },
    ],
    ['of an older browser, from another site', { origin: 'https://evil.example', host }],
    ['of an older browser, from another port', { origin: 'https://daybook.example:4000', host }],
    ['of a sandboxed page', { origin: 'null', host }],
    ['with an Origin that is none', { origin: 'daybook.example:3000', host }],
  ])('is refused: %s', (_what, headers) => {
    expect(isSameSiteRequest(headers)).toBe(false);
  });
});
