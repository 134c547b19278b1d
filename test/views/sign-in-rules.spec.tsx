import { describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { renderPage } from '#views/every-page.js';
import { SignInRulesPage } from '#views/pages/sign-in-rules.js';
import { signInRules } from './samples/second-factor.js';

describe('the page of sign-in rules', () => {
  it('leaves out applications without roles', () => {
    const groups = [...signInRules.groups, { name: 'Leaves', roles: [] }];
    const page = parse(renderPage(<SignInRulesPage {...signInRules} groups={groups} />));
    const names = page.querySelectorAll('.db-second-factor-roles legend').map(({ text }) => text);
    expect(names).toEqual(signInRules.groups.map(({ name }) => name));
  });
});
