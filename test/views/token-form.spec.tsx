import { describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { renderPage } from '#views/every-page.js';
import { TokensPage } from '#views/pages/tokens.js';
import { tokenToMend } from './samples/tokens.js';

describe('the form of a token', () => {
  it('says beside each field what is wrong, also to screen readers', () => {
    const page = parse(renderPage(<TokensPage {...tokenToMend} />));
    for (const name of ['name', 'until']) {
      const errors = tokenToMend.form.errors[name]!;
      const [id] = page.querySelector(`#token-${name}`)!.getAttribute('aria-describedby')!.split(' ');
      expect(page.querySelectorAll(`#${id} p`).map(({ text }) => text)).toEqual(errors);
    }
  });
});
