import { describe, expect, it } from '@jest/globals';
import { createElement } from 'react';
import { parse } from 'node-html-parser';
import { renderPage } from '#views/every-page.js';
import { ListPage } from '#views/pages/list.js';
import { list } from './samples/list.js';

const tabsOf = (titles: readonly string[], current = 0) => {
  const links = titles.map((title, index) => ({ title, href: `/app/${index}`, current: index === current }));
  const frame = { ...list.frame, application: { ...list.frame.application!, links } };
  const nav = parse(renderPage(createElement(ListPage, { ...list, frame }))).querySelector('.db-tabs')!;
  const shown = (selector: string) => nav.querySelectorAll(selector).map((tab) => tab.text);
  return {
    bar: nav.querySelectorAll('> a').map((tab) => tab.text),
    menu: shown('details a'),
    alwaysInMenu: shown('details a:not(.db-tab-narrow)'),
    onlyOnPhones: nav.querySelector('details')?.classList.contains('db-tab-narrow'),
  };
};

describe('the tabs of an application', () => {
  it('stand beside each other where they fit', () => {
    expect(tabsOf(['One', 'Two', 'Three'])).toMatchObject({ bar: ['One', 'Two', 'Three'], menu: [] });
  });

  it('go to the menu on phones where they fit on wide screens only', () => {
    const titles = Array.from({ length: 8 }, (_, index) => `Screen ${index}`);
    const tabs = tabsOf(titles);
    expect(tabs.bar).toEqual(titles);
    expect(tabs).toMatchObject({ alwaysInMenu: [], onlyOnPhones: true });
    expect(tabs.menu).toEqual(titles.slice(3));
  });

  it('leave room for the name of the application and for the menu', () => {
    const titles = Array.from({ length: 15 }, (_, index) => `Screen number ${index}`);
    expect(tabsOf(titles).bar).toEqual(titles.slice(0, 8));
  });

  it('go to the menu everywhere where they never fit, but for the current one', () => {
    const titles = Array.from({ length: 30 }, (_, index) => `A long title of a screen ${index}`);
    const tabs = tabsOf(titles, 29);
    expect(tabs.bar).toEqual([...titles.slice(0, 4), titles[29]]);
    expect(tabs.alwaysInMenu).toEqual(titles.slice(4, 29));
    expect(tabs.onlyOnPhones).toBe(false);
  });
});
