// Below a path, such as https://intra.example.org/daybook, addresses are without it inside of Daybook, and with it outside.
import type { Request, RequestHandler, Response } from 'express';

const LOCAL = 'daybookBasePath';

/** `basePath`: such as `/daybook`. Requests without it, such as a health check of the container's own, are served too. */
export function createBasePathMiddleware(basePath: string): RequestHandler {
  return (request, response, next) => {
    response.locals[LOCAL] = basePath;
    const inside = removeBasePath(request.url, basePath);
    if (inside !== undefined) setAddress(request, inside);
    next();
  };
}

function setAddress(request: Request, url: string): void {
  request.url = url;
  request.originalUrl = url;
}

/** undefined: the address is not below it. */
function removeBasePath(url: string, basePath: string): string | undefined {
  if (!url.startsWith(basePath)) return undefined;
  const rest = url.slice(basePath.length);
  if (rest === '' || rest.startsWith('?')) return `/${rest}`;
  return rest.startsWith('/') ? rest : undefined;
}

/** '' where Daybook is at the root of its site. */
export const basePathOf = (response: Pick<Response, 'locals'>): string =>
  (response.locals[LOCAL] as string | undefined) ?? '';

// React writes no quotation mark into texts or values, so this matches attributes only.
const ADDRESS = / (href|src|action|formaction|data-live|data-upload|data-drop)="\/(?!\/)/g;

/** The page with `basePath` before each of its local addresses; scripts find it in `data-base-path`. */
export const addBasePath = (html: string, basePath: string): string =>
  html
    .replace(ADDRESS, (_, name: string) => ` ${name}="${basePath}/`)
    .replace('<html', `<html data-base-path="${basePath}"`);
