// Every page in German: none of Daybook's English sentences is on it.
import { describe, expect, it } from '@jest/globals';
import { cloneElement, type ReactElement } from 'react';
import { en } from '#views/messages/en/all.js';
import { de } from '#views/messages/de/all.js';
import type { LayoutProps } from '#views/view-models/frame.js';
import { htmlOf } from '../views/html.js';
import { previews } from '../views/previews.js';

/** Whole sentences and titles, of several words, that German has other words for. */
const ENGLISH: ReadonlySet<string> = new Set(
  Object.entries(en)
    .filter(
      ([id, words]) => words !== de[id as keyof typeof de] && /\w \w/.test(words) && !/[{<]/.test(words),
    )
    .map(([, words]) => words),
);

/** What the sample props bring along: what makes view models has put it into words. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function german(page: ReactElement): ReactElement {
  const { frame } = page.props as { readonly frame: LayoutProps };
  return cloneElement(page as ReactElement<{ frame: LayoutProps }>, {
    frame: { ...frame, language: 'de', locale: 'de' },
  });
}

describe.each(Object.entries(previews))('%s in German', (_name, preview) => {
  it('has no English sentence of the catalogue', () => {
    const page = german(preview());
    const brought = new Set(textsIn(page.props));
    const { root } = htmlOf(page);
    root.querySelectorAll('script, style').forEach((element) => element.remove());
    const texts = [...root.querySelectorAll('*')].flatMap((element) => [
      ...element.childNodes.filter(({ nodeType }) => nodeType === 3).map(({ text }) => text.trim()),
      ...['aria-label', 'placeholder', 'title', 'data-label'].flatMap(
        (name) => element.getAttribute(name) ?? [],
      ),
    ]);
    expect(root.querySelector('html')!.getAttribute('lang')).toBe('de');
    expect(texts.filter((text) => ENGLISH.has(text) && !brought.has(text))).toEqual([]);
  });
});
