// Serves rendered pages with styles, scripts and the strict Content-Security-Policy.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';
import { type BrowserContext } from 'playwright-core';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

export const POLICY =
  "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; img-src 'self' data:; object-src 'none'; script-src-attr 'none'";
export const ORIGIN = 'http://daybook.test';

interface Site {
  /** By name, as in the layout. */
  readonly islands: Readonly<Record<string, string>>;
  /** `page`: HTML by path. */
  serve(context: BrowserContext, page: (path: string) => string | undefined): Promise<unknown>;
}

interface Chunk {
  readonly file: string;
  readonly name: string;
  readonly isEntry?: boolean;
}

let built: Site | undefined;

/** Once for suites that share a context. */
export const buildSite = (): Site => (built ??= build());

/** Into a temporary folder. */
function build(): Site {
  const assets = mkdtempSync(join(tmpdir(), 'daybook-assets-'));
  const vite = ['node_modules/vite/bin/vite.js', 'build', '--config', 'views/islands/vite.config.ts'];
  execFileSync(process.execPath, [...vite, '--outDir', assets], { stdio: 'pipe' });
  const manifest = JSON.parse(readFileSync(join(assets, 'manifest.json'), 'utf8')) as Record<string, Chunk>;
  const entries = Object.values(manifest).filter((chunk) => chunk.isEntry);
  return {
    islands: Object.fromEntries(entries.map(({ name, file }) => [name, `/assets/${file}`])),
    serve: (context, page) =>
      context.route(`${ORIGIN}/**`, (route) => {
        const { pathname } = new URL(route.request().url());
        if (pathname.startsWith('/assets/')) {
          const body = readFileSync(join(assets, pathname.slice('/assets/'.length)));
          return route.fulfill({ body, contentType: TYPES[extname(pathname)] });
        }
        const html = page(pathname);
        const headers = { 'Content-Security-Policy': POLICY, 'Content-Type': 'text/html; charset=utf-8' };
        return route.fulfill(html === undefined ? { status: 404, body: '' } : { body: html, headers });
      }),
  };
}
