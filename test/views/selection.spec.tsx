import { describe, expect, it } from '@jest/globals';
import { parse } from 'node-html-parser';
import { renderPage } from '#views/every-page.js';
import { SelectionPage } from '#views/pages/selection.js';
import { selection } from './samples/selection.js';

describe('the result of an action on many records', () => {
  it('begins with the refusals and their number, before the records that are done', () => {
    const main = parse(renderPage(<SelectionPage {...selection} />)).querySelector('main')!;
    expect(main.querySelector('#left-out')!.text).toBe(`Not done: ${selection.leftOut.length}`);
    const html = main.innerHTML;
    expect(html.indexOf('id="left-out"')).toBeLessThan(html.indexOf('<table'));
  });
});
