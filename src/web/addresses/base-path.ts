// Below a path, such as https://intra.example.org/daybook, addresses are without it inside of Daybook, and with it outside.
import type { Response } from 'express';

/** In `locals` of a response. */
export const BASE_PATH_LOCAL = 'daybookBasePath';

/** '' where Daybook is at the root of its site. */
export const basePathOf = (response: Pick<Response, 'locals'>): string =>
  (response.locals[BASE_PATH_LOCAL] as string | undefined) ?? '';

// React writes no quotation mark into texts or values, so this matches attributes only.
const ADDRESS = / (href|src|action|formaction|data-live|data-upload|data-drop)="\/(?!\/)/g;

/** The page with `basePath` before each of its local addresses; scripts find it in `data-base-path`. */
export const addBasePath = (html: string, basePath: string): string =>
  html
    .replace(ADDRESS, (_, name: string) => ` ${name}="${basePath}/`)
    .replace('<html', `<html data-base-path="${basePath}"`);
