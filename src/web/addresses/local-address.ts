// The only place that writes a `Location` header: prevents open redirects.
import type { Response } from 'express';
import { basePathOf } from './base-path.js';

/** Replaces addresses of other sites. */
const START = '/';
/** Placeholder origin: an address that resolves to another one is foreign. */
const SITE = 'http://daybook.invalid';
/** Proxies and browsers refuse longer headers. */
const MAX_LENGTH = 8_000;

/**
 * Returns path and query in ASCII; the start page for other sites, control characters, backslashes and lone
 * surrogates.
 */
export function toLocalAddress(text: unknown): string {
  if (typeof text !== 'string' || !text.startsWith('/') || !text.isWellFormed()) return START;
  // Browsers read a backslash as a slash and drop tabs and line breaks.
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text, SITE)) return START;
  const { origin, pathname, search, hash } = new URL(text, SITE);
  const address = `${pathname}${search}${hash}`;
  // `/.//host` normalizes to `//host`, which is another site.
  const isOwn = origin === SITE && !address.startsWith('//') && address.length <= MAX_LENGTH;
  return isOwn ? address : START;
}

/** The start page for other sites; without the fragment. */
export function parseLocalAddress(text: unknown): {
  readonly path: string;
  readonly parameters: URLSearchParams;
} {
  const { pathname, searchParams } = new URL(toLocalAddress(text), SITE);
  return { path: pathname, parameters: searchParams };
}

/** `303` after a command, `302` to another page, `308` for moved addresses. */
export function redirect(response: Response, status: 302 | 303 | 308, address: string): void {
  response.statusCode = status;
  setLocation(response, address);
  response.setHeader('Cache-Control', 'no-store');
  response.end();
}

/** To a provider's address, which its own metadata states; never one that a request brought. */
export function redirectToProvider(response: Response, address: string): void {
  response.statusCode = 303;
  response.setHeader('Location', new URL(address).href);
  response.setHeader('Cache-Control', 'no-store');
  response.end();
}

export function setLocation(response: Response, address: string): void {
  response.setHeader('Location', `${basePathOf(response)}${toLocalAddress(address)}`);
}
