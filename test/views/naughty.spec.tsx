// Every naughty string in every text of a page comes out as harmless text.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type Browser, type Page } from 'playwright-core';
import { renderPage } from '#views/every-page.js';
import { Prose } from '#views/parts/prose.js';
import { openBrowser } from './browser.js';
import { sampleCases } from '../property-runs.js';
import { previews } from './previews.js';

const naughty = JSON.parse(
  readFileSync('node_modules/big-list-of-naughty-strings/blns.json', 'utf8'),
) as readonly string[];

/** Props with text by people, shown as it is; addresses, keys and kinds are code. */
const WRITTEN = new Set([
  ...[
    'title',
    'heading',
    'name',
    'message',
    'remedy',
    'rule',
    'label',
    'verb',
    'reason',
    'text',
    'who',
    'by',
  ],
  ...['summary', 'empty', 'notice', 'json', 'source', 'failure', 'roles', 'what', 'why', 'search', 'stream'],
  ...['count', 'signInName', 'entity', 'from', 'to', 'fileName'],
]);

/** `swap` replaces every such text. */
function swapped(props: unknown, swap: (text: string) => string): unknown {
  const walk = (value: unknown, key: string, parent: string): unknown => {
    if (Array.isArray(value)) return value.map((each) => walk(each, key, parent));
    if (typeof value === 'object' && value !== null) {
      return Object.fromEntries(
        Object.entries(value).map(([name, inner]) => [name, walk(inner, name, key)]),
      ) as unknown;
    }
    // A filter's value is parsed, not shown as it is.
    const written =
      typeof value === 'string' &&
      value !== '' &&
      WRITTEN.has(key) &&
      (parent !== 'filters' || key === 'title');
    return written ? swap(value) : value;
  };
  return walk(props, '', '');
}

let browser: Browser;
let page: Page;

beforeAll(async () => {
  browser = await openBrowser();
  page = await browser.newPage({ javaScriptEnabled: true });
});
afterAll(async () => {
  await browser.close();
});

interface Seen {
  readonly text: string;
  /** Each piece of text. */
  readonly pieces: readonly string[];
  readonly values: readonly string[];
  readonly elements: Readonly<Record<string, number>>;
  readonly attributes: readonly string[];
}

/** As a real browser parses the HTML. */
async function seen(html: string): Promise<Seen> {
  return page.evaluate((source) => {
    const parsed = new DOMParser().parseFromString(source, 'text/html');
    const elements: Record<string, number> = {};
    const attributes = new Set<string>();
    const values: string[] = [];
    for (const element of parsed.querySelectorAll('*')) {
      elements[element.localName] = (elements[element.localName] ?? 0) + 1;
      for (const { name, value } of element.attributes) {
        attributes.add(name);
        if (['value', 'aria-label', 'data-label', 'placeholder'].includes(name)) values.push(value);
      }
    }
    const pieces: string[] = [];
    const walker = parsed.createTreeWalker(parsed, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) pieces.push(walker.currentNode.textContent ?? '');
    return {
      pieces,
      text: parsed.documentElement.textContent,
      values,
      elements,
      attributes: [...attributes],
    };
  }, html);
}

/** As HTML normalizes line ends. */
const read = (text: string) => text.replace(/\r\n?/g, '\n');

const shows = ({ text, values }: Seen, what: string): boolean =>
  text.includes(read(what)) || values.some((value) => read(value).includes(read(what)));

// Elements that must not appear. (Links and bold text may: a text decides whether it is repeated or coloured.)
const MADE = [
  'script',
  'style',
  'iframe',
  'img',
  'object',
  'embed',
  'base',
  'svg',
  'form',
  'input',
  'meta',
  'link',
];

/** Pages with most user text get every string; others those that look like HTML. */
const WHOLE = new Set(['list', 'record', 'form', 'timeline', 'specification', 'publish', 'people']);

/** They show only texts of Daybook. */
const WITHOUT_WRITTEN_TEXT = new Set(['sign-in-set-up']);

const pages = Object.entries(previews).map(([name, preview], index) => ({ name, preview, index }));

describe.each(pages)('$name', ({ name, preview, index }) => {
  it('shows each of them wherever it shows a text, and makes nothing else of it', async () => {
    const usual = await seen(renderPage(preview()));
    const list = sampleCases(
      naughty.filter((text) => (WHOLE.has(name) ? text.trim() !== '' : text.includes('<'))),
      index,
    );
    for (let start = 0; start < list.length;) {
      const given = new Map<string, string>();
      const swap = (text: string) => {
        if (!given.has(text)) given.set(text, list[start++ % list.length] as string);
        return given.get(text) as string;
      };
      const found = await seen(renderPage(preview((props) => swapped(props, swap) as typeof props)));
      const expected = [...given]
        .filter(([text]) => usual.pieces.includes(text) || usual.values.includes(text))
        .map(([, text]) => text);
      expect(expected.filter((text) => !shows(found, text))).toEqual([]);
      expect(MADE.map((name) => [name, found.elements[name]])).toEqual(
        MADE.map((name) => [name, usual.elements[name]]),
      );
      expect(found.attributes.filter((name) => !usual.attributes.includes(name))).toEqual([]);
      expect(expected.length > 0).toBe(!WITHOUT_WRITTEN_TEXT.has(name));
    }
  });
});

describe('Markdown of a specification', () => {
  it('is harmless whatever stands in it', async () => {
    for (const text of naughty) {
      const found = await seen(
        renderPage(<Prose markdown={`${text}\n\n[link](${text}) ![picture](${text}) <b onclick="x">`} />),
      );
      expect(
        Object.keys(found.elements).filter((name) =>
          ['script', 'style', 'iframe', 'img', 'svg', 'form'].includes(name),
        ),
      ).toEqual([]);
      expect(found.attributes.filter((name) => name.startsWith('on') || name === 'style')).toEqual([]);
    }
  });

  it.each([
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    ' javascript:alert(1)',
  ])('links to %s lead nowhere', (address) => {
    expect(renderPage(<Prose markdown={`[here](<${address}>)`} />)).not.toMatch(/href="[^"]*(script|data):/i);
  });

  it('keeps links to pages', () => {
    expect(renderPage(<Prose markdown="[here](/purchasing/specification#line-3)" />)).toContain(
      'href="/purchasing/specification#line-3"',
    );
  });
});
