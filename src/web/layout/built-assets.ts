// Reads Vite's manifest once.
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Same folder from src/web and dist/src/web. */
function root(): string {
  let folder = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return folder;
}

export const ASSETS_FOLDER = join(root(), 'dist', 'assets');

interface ManifestChunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly src?: string;
}

/** Entry name → script URL; empty before the first build. */
export function readIslandUrls(assets = ASSETS_FOLDER): Readonly<Record<string, string>> {
  const path = [join(assets, 'manifest.json'), join(assets, '.vite', 'manifest.json')].find((file) =>
    existsSync(file),
  );
  if (path === undefined) return {};
  const manifest = JSON.parse(readFileSync(path, 'utf8')) as Readonly<Record<string, ManifestChunk>>;
  const entries = Object.entries(manifest).filter(([, chunk]) => chunk.isEntry === true);
  return Object.fromEntries(entries.map(([source, chunk]) => [nameOf(source), `/assets/${chunk.file}`]));
}

function nameOf(source: string): string {
  return source.slice(source.lastIndexOf('/') + 1).replace(/\.[^.]+$/, '');
}
