// Finds English in German pages.
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { de } from '#views/messages/de/all.js';
import { en } from '#views/messages/en/all.js';

/** Words of English sentences that German does not have. */
const ENGLISH =
  /(?<!\p{L})(the|and|of|is|are|were|has|have|had|with|for|from|your|yours|you|this|that|these|by|to|or|no|none|yes|new|all|opened|open|records?|saved?|changed?|changes|since|waiting|waits|waited|search|show|more|back|home|out|next|approved?|rejected|refused?|comments?|history|timeline|account|today|yesterday|days?|hours?|minutes|seconds|just|now|only|when|who|what|why|where|which|nothing|everything|there|here|choose|add|remove|edit|cancel|unless|until|due|late|overdue)(?!\p{L})/iu;

/** Without code and text of documents. */
const textsOn = (page: Page): Promise<readonly string[]> =>
  page.evaluate(() => {
    const isCode = (element: Element | null) => element?.closest('script, style, pre, code, [lang="en"]');
    const texts = [document.title];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode())
      if (!isCode(walker.currentNode.parentElement)) texts.push(walker.currentNode.textContent ?? '');
    for (const name of ['aria-label', 'placeholder', 'title', 'data-label', 'alt'])
      for (const element of document.querySelectorAll(`[${name}]`))
        texts.push(element.getAttribute(name) ?? '');
    return texts.map((text) => text.trim()).filter((text) => text !== '');
  });

/** Event types, read models and time zones have program names. */
const IDENTIFIER = /^[a-z]+([.-][a-z-]+)*$|^[A-Z][a-z]+(\/[\w-]+)+$|„[a-z.-]+“/g;

const COUNTERPARTS = en as Readonly<Record<string, string>>;

/** English messages of several words with a German translation. */
const MESSAGES: ReadonlySet<string> = new Set(
  Object.entries(de)
    .map(([id, words]) => [COUNTERPARTS[id]!, words] as const)
    .filter(([english, words]) => english !== words && /\w \w/.test(english) && !/[{<]/.test(english))
    .map(([english]) => english),
);

/** Words that only English has. */
export const isEnglish = (text: string): boolean => ENGLISH.test(text.replaceAll(IDENTIFIER, ''));

export async function expectGerman(page: Page): Promise<void> {
  const texts = await textsOn(page);
  const english = texts.filter(isEnglish);
  const lang = await page.locator('html').getAttribute('lang');
  expect([page.url(), lang, [...new Set(english)]]).toEqual([page.url(), 'de', []]);
}

/** For pages whose document is in English. */
export async function expectGermanWords(page: Page): Promise<void> {
  const english = (await textsOn(page)).filter((text) => MESSAGES.has(text));
  const lang = await page.locator('html').getAttribute('lang');
  expect([page.url(), lang, english]).toEqual([page.url(), 'de', []]);
}
