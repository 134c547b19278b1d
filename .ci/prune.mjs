// Takes out of dist what has no source any more: the names `#…` lead there, and a file that has moved would still be found.
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const dist = join(root, 'dist');
const built = ['src', 'views', 'projections', 'bench', 'test'];

for (const folder of built.map((name) => join(dist, name)).filter(existsSync))
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    const source = join(root, relative(dist, path)).replace(/\.js(\.map)?$/, '');
    const isOrphan = entry.isFile() && /\.js(\.map)?$/.test(entry.name);
    if (isOrphan && !['.ts', '.tsx', '.js'].some((ending) => existsSync(source + ending))) rmSync(path);
  }
