import { describe, expect, it } from '@jest/globals';
import { isSelectorUsed } from '#views/islands/used-css.js';

const WORDS = new Set(['btn', 'card', 'table']);

describe('a rule is kept', () => {
  it.each([
    '.btn',
    '.btn:hover',
    'a.btn > .card',
    'body',
    '[data-bs-theme=dark] .btn',
    '.btn:not(.carousel)',
    ':is(.carousel, .btn)',
    '.table > :not(caption) > *',
  ])('%s', (selector) => {
    expect(isSelectorUsed(selector, WORDS)).toBe(true);
  });
});

describe('a rule is left out', () => {
  it.each([
    '.carousel',
    '.btn.carousel',
    '.btn .carousel:hover',
    '.btn-primary',
    '.theme-dark .btn',
    '[data-x=".btn"] .carousel',
  ])('%s', (selector) => {
    expect(isSelectorUsed(selector, WORDS)).toBe(false);
  });
});
