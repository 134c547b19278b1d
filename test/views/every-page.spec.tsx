import { beforeAll, describe, expect, it } from '@jest/globals';
import { HTMLElement, TextNode } from 'node-html-parser';
import { everyPage, getPageName, renderPage, type PageName } from '#views/every-page.js';
import { htmlOf, type Html } from './html.js';
import { previews } from './previews.js';

describe.each(Object.entries(previews))('%s', (_name, preview) => {
  let html: Html;

  beforeAll(() => {
    html = htmlOf(preview());
  });

  it('is a whole document with one main part and one first heading', () => {
    expect(renderPage(preview())).toMatch(/^<!doctype html><html lang="en/);
    expect(html.all('main')).toHaveLength(1);
    expect(html.all('h1')).toHaveLength(1);
    expect(html.one('head > title').textContent).toMatch(/Daybook$/);
  });

  it('has headings without gaps between their levels', () => {
    const levels = html.all('h1, h2, h3, h4, h5, h6').map(({ tagName }) => Number(tagName.slice(1)));
    levels.reduce((before, level) => {
      expect(level - before).toBeLessThanOrEqual(1);
      return level;
    }, 0);
  });

  it('has nothing that a strict Content-Security-Policy would block', () => {
    expect(html.all('[style]')).toEqual([]);
    expect(html.all('style')).toEqual([]);
    expect(html.all('script:not([src])')).toEqual([]);
    const handlers = html
      .all('*')
      .flatMap((element) => Object.keys(element.attributes).filter((name) => name.startsWith('on')));
    expect(handlers).toEqual([]);
  });

  it('has ids that are there once and references that lead somewhere', () => {
    const ids = html.all('[id]').map((element) => element.id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const wanted = html
      .all('[for], [aria-labelledby], [aria-describedby]')
      .flatMap((element) =>
        ['for', 'aria-labelledby', 'aria-describedby'].flatMap(
          (name) => element.getAttribute(name)?.split(' ') ?? [],
        ),
      );
    expect(wanted.filter((id) => !ids.includes(id))).toEqual([]);
    const anchors = html.all('a[href^="#"]').map((link) => link.getAttribute('href')?.slice(1) ?? '');
    expect(anchors.filter((id) => !ids.includes(id))).toEqual([]);
  });

  it('keeps the words of an alert in one block, since its children stand side by side', () => {
    const torn = html
      .all('.alert')
      .filter(
        ({ childNodes }) =>
          childNodes.some((node) => node instanceof TextNode && !node.isWhitespace) &&
          childNodes.some((node) => node instanceof HTMLElement),
      );
    expect(torn.map(({ textContent }) => textContent)).toEqual([]);
  });

  it('changes things by posts only', () => {
    for (const form of html.all('form')) {
      const posts = form.getAttribute('method') === 'post';
      const command = form.querySelector('[name=commandId], [name=_command], [type=password]');
      expect(posts || command === null).toBe(true);
      expect(form.getAttribute('action')).toMatch(/^\/(?!\/)/);
    }
  });
});

it('shows every page in a preview', () => {
  const shown = new Set(Object.values(previews).map((preview) => getPageName(preview().type)));
  expect(Object.keys(everyPage).filter((name) => !shown.has(name as PageName))).toEqual([]);
});
