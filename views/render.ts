// views → HTML: the one place where React runs on the server.
import { type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

/** The whole page as HTML. Static markup: no island hydrates a React tree, so none of React's marks are needed. */
export function render(page: ReactElement): string {
  return `<!doctype html>${renderToStaticMarkup(page)}`;
}
