// The page at another address takes the place of this one, part by part: its form, focus and open panels stay.
import { RESULTS_REPLACED } from './results-replaced.js';

/** Parts that are replaced, by name. */
const PART = 'data-swap';

/** The form marks parts of its own on every page. */
export const canReplaceResults = (): boolean => document.querySelector(`[${PART}=results]`) !== null;

let loading: AbortController | undefined;

/**
 * Does nothing where a later call took over. Rejects where the address has no such page. `only`: one part, and the
 * address stays.
 */
export async function replaceResults(url: URL, only?: string): Promise<void> {
  loading?.abort();
  loading = new AbortController();
  const { signal } = loading;
  const page = await load(url, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
  if (!page || signal.aborted) return;
  const parts = only === undefined ? `[${PART}]` : `[${PART}="${CSS.escape(only)}"]`;
  for (const part of document.querySelectorAll(parts)) {
    const name = part.getAttribute(PART)!;
    const replacement = page.querySelector(`[${PART}="${CSS.escape(name)}"]`);
    replaceContent(part, replacement?.childNodes ?? []);
  }
  if (only === undefined) history.pushState(null, '', url);
  document.dispatchEvent(new Event(RESULTS_REPLACED));
}

/** Open panels and the focus stay, by their ids. */
function replaceContent(part: Element, content: Iterable<Node>): void {
  const open = [...part.querySelectorAll('details[open][id]')].map(({ id }) => id);
  const focused = part.contains(document.activeElement) ? document.activeElement!.id : '';
  part.replaceChildren(...content);
  for (const id of open) document.getElementById(id)?.setAttribute('open', '');
  if (focused !== '') document.getElementById(focused)?.focus();
}

async function load(url: URL, signal: AbortSignal): Promise<Document> {
  const response = await fetch(url, { headers: { Accept: 'text/html' }, signal });
  if (!response.ok || response.redirected) throw new Error(`${url.pathname} has no results`);
  return new DOMParser().parseFromString(await response.text(), 'text/html');
}

/** Links that change what is shown, and nothing else; the value of the attribute is the only part that changes. */
document.addEventListener('click', (event) => {
  const { target, ctrlKey, metaKey, shiftKey } = event;
  const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a[data-replace]') : null;
  if (!link || ctrlKey || metaKey || shiftKey) return;
  event.preventDefault();
  replaceResults(new URL(link.href), link.dataset['replace'] || undefined).catch(() =>
    location.assign(link.href),
  );
});

/** The page of an earlier address is loaded as a whole. */
addEventListener('popstate', () => location.reload());
