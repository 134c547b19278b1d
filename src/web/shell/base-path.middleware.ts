import type { Request, RequestHandler } from 'express';
import { BASE_PATH_LOCAL } from '../addresses/base-path.js';

/** `basePath`: such as `/daybook`. Requests without it, such as a health check of the container's own, are served too. */
export function createBasePathMiddleware(basePath: string): RequestHandler {
  return (request, response, next) => {
    response.locals[BASE_PATH_LOCAL] = basePath;
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
