// Queries rendered pages by role and text.
import { type ReactElement } from 'react';
import { parse, type HTMLElement } from 'node-html-parser';
import { renderPage } from '#views/every-page.js';

export interface Html {
  readonly root: HTMLElement;
  all(selector: string): readonly HTMLElement[];
  /** Throws unless exactly one matches. */
  one(selector: string): HTMLElement;
  /** The one match with this text. */
  named(selector: string, text: string): HTMLElement;
}

export const words = (element: HTMLElement): string => element.textContent.replace(/\s+/g, ' ').trim();

export function htmlOf(page: ReactElement): Html {
  const root = parse(renderPage(page), { blockTextElements: { script: true, style: true } });
  const all = (selector: string) => root.querySelectorAll(selector);
  const only = (what: string, found: readonly HTMLElement[]): HTMLElement => {
    if (found.length !== 1) throw new Error(`${found.length} elements are ${what}, not one`);
    return found[0] as HTMLElement;
  };
  return {
    root,
    all,
    one: (selector) => only(selector, all(selector)),
    named: (selector, text) =>
      only(
        `${selector} “${text}”`,
        all(selector).filter((element) => words(element) === text),
      ),
  };
}
