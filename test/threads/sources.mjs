// Lets Node import the TypeScript of this project where its JavaScript is asked for.
import { transformFile } from '@swc/core';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const settings = (tsx) => ({
  swcrc: false,
  jsc: {
    parser: { syntax: 'typescript', tsx },
    transform: { react: { runtime: 'automatic' } },
    target: 'es2022',
  },
  module: { type: 'es6' },
  sourceMaps: 'inline',
});

const root = new URL('../../', import.meta.url);

/** What `imports` of package.json names in the build, in the sources. */
const inSources = (name) => new URL(/^(projections|test|views)\//.test(name) ? name : `src/${name}`, root);

export async function resolve(specifier, context, next) {
  if (/^[.#].*\.js$/.test(specifier)) {
    for (const ending of ['.ts', '.tsx']) {
      const path = specifier.replace(/\.js$/, ending);
      const source = path.startsWith('#') ? inSources(path.slice(1)) : new URL(path, context.parentURL);
      if (!source.pathname.includes('/node_modules/') && existsSync(source))
        return { url: source.href, format: 'module', shortCircuit: true };
    }
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!/\.tsx?$/.test(url)) return next(url, context);
  const { code } = await transformFile(fileURLToPath(url), settings(url.endsWith('x')));
  return { format: 'module', source: code, shortCircuit: true };
}
