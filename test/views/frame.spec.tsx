import { describe, expect, it } from '@jest/globals';
import type { LayoutProps } from '#views/view-models/frame.js';
import { htmlOf, words } from './html.js';
import { previews, type Preview } from './previews.js';

const people = previews['people'] as Preview;
const framed = (rest: Partial<LayoutProps>) =>
  htmlOf(people((props) => ({ ...props, frame: { ...props.frame, ...rest } })));
const USER = { id: 'id', name: 'Mira Kaya', admin: false, auditor: false };
const ways = (html: ReturnType<typeof framed>) => html.all('.db-system a').map(words);

describe('what a page did not understand', () => {
  it('is a warning, apart from what was done', () => {
    const html = framed({ notice: 'Saved.', warning: 'The filter “In this state” was not understood.' });
    expect(html.all('.alert-success').map(words)).toEqual(['Saved.']);
    expect(html.all('.alert-warning').map(words)).toEqual(['The filter “In this state” was not understood.']);
  });
});

describe('ways to go', () => {
  it('an admin sees everything', () => {
    const html = framed({ user: { ...USER, admin: true } });
    expect(ways(html)).toEqual(['Home', 'Audit timeline', 'Roles', 'People', 'Calls', 'Status']);
    expect(html.named('.db-system a', 'People').getAttribute('aria-current')).toBe('page');
  });

  it('an auditor sees the timeline', () => {
    expect(ways(framed({ user: { ...USER, auditor: true } }))).toEqual(['Home', 'Audit timeline', 'Roles']);
  });

  it('others see applications', () => {
    expect(ways(framed({ user: USER }))).toEqual(['Home']);
  });

  it('who is not signed in sees none, and no way to sign out', () => {
    const html = framed({ user: undefined });
    expect(ways(html)).toEqual([]);
    expect(html.all('form[action="/-/sign-out"]')).toEqual([]);
  });

  it('signing out is a post', () => {
    const form = framed({ user: USER }).one('form[action="/-/sign-out"]');
    expect(form.getAttribute('method')).toBe('post');
    expect(words(form)).toBe('Sign out');
  });
});

describe('appearance', () => {
  it.each(['auto', 'light', 'dark'] as const)(
    '%s is what the page has and the button that is pressed',
    (appearance) => {
      const html = framed({ appearance, here: '/-/people?q=a' });
      expect(html.one('html').getAttribute('data-bs-theme')).toBe(appearance);
      expect(html.one('form[action="/-/appearance"] [aria-pressed="true"]').getAttribute('value')).toBe(
        appearance,
      );
      expect(html.one('form[action="/-/appearance"] [name="next"]').getAttribute('value')).toBe(
        '/-/people?q=a',
      );
    },
  );
});

describe('what is said', () => {
  it('a notice, once, as a status', () => {
    expect(words(framed({ notice: 'Saved.' }).one('[role="status"]'))).toBe('Saved.');
    expect(framed({}).all('[role="status"]')).toEqual([]);
  });

  it('that the page is behind, with a way to load it again', () => {
    const html = framed({ behind: 'what was saved', here: '/-/people?q=a' });
    expect(html.one('[role="status"] a').getAttribute('href')).toBe('/-/people?q=a');
  });
});

describe('styles and scripts', () => {
  it('are those the build made; islands only on pages that have them', () => {
    const islands = {
      daybook: '/assets/daybook-1.css',
      'filter-form': '/assets/filter-form-2.js',
      'live-changes': '/assets/live-changes-3.js',
    };
    const html = framed({ islands });
    expect(html.one('link[rel="stylesheet"]').getAttribute('href')).toBe('/assets/daybook-1.css');
    expect(html.all('script').map((script) => script.getAttribute('src'))).toEqual([
      '/assets/filter-form-2.js',
    ]);
  });

  it('without a build the page still stands', () => {
    const html = framed({ islands: {} });
    expect(html.all('script')).toEqual([]);
  });
});

it('the page says the language of its words, whatever the locale of its values', () => {
  expect(framed({ locale: 'de' }).one('html').getAttribute('lang')).toBe('en');
  expect(framed({ locale: 'en-US' }).one('html').getAttribute('lang')).toBe('en-US');
});
