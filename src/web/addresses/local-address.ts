// Addresses of this site that are made from what a browser sent: the only place that writes a `Location` header.
import type { Response } from 'express';

/** Where people get whose address is not one of this site. */
const START = '/';
/** Stands for whichever site this is: an address that leads away from it is not its own. */
const SITE = 'http://daybook.invalid';
/** Proxies and browsers refuse longer headers. */
const MAX_LENGTH = 8_000;

/**
 * The address in the form that headers and links carry: a path of this site, with its query, in ASCII. The start page for anything
 * else: other sites, control characters, backslashes, halves of characters. The same text again once it has this form.
 */
export function localAddress(text: unknown): string {
  if (typeof text !== 'string' || !text.startsWith('/') || !text.isWellFormed()) return START;
  // Browsers read a backslash as a slash, and leave out tabs and line breaks.
  if (/[\u0000-\u0020\u007f\\]/.test(text) || !URL.canParse(text, SITE)) return START;
  const { origin, pathname, search, hash } = new URL(text, SITE);
  const address = `${pathname}${search}${hash}`;
  // Without its dots `/.//host` is `//host`, the address of another site.
  const isOwn = origin === SITE && !address.startsWith('//') && address.length <= MAX_LENGTH;
  return isOwn ? address : START;
}

/** `303` after something was sent, `302` where another page answers, `308` where the same has another address now. */
export function redirect(response: Response, status: 302 | 303 | 308, address: string): void {
  response.statusCode = status;
  setLocation(response, address);
  response.setHeader('Cache-Control', 'no-store');
  response.end();
}

export function setLocation(response: Response, address: string): void {
  response.setHeader('Location', localAddress(address));
}
