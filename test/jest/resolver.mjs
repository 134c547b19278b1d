// Sources import what will be built (`./x.js`); packages are in few files (packages.mjs). What this answers, Jest keeps for a worker.
import { readFileSync } from 'node:fs';
import { join, sep } from 'node:path';

const extensionAlias = { '.js': ['.ts', '.tsx', '.js'] };

let packages;
function inPackages(name) {
  const folder = process.env.DAYBOOK_TEST_PACKAGES;
  if (folder === undefined) return undefined;
  packages ??= JSON.parse(readFileSync(join(folder, 'index.json'), 'utf8'));
  return Object.hasOwn(packages, name) ? join(folder, packages[name]) : undefined;
}

export default function resolve(name, options) {
  if (options.basedir.includes(`${sep}node_modules${sep}`)) return options.defaultResolver(name, options);
  return inPackages(name) ?? options.defaultResolver(name, { ...options, extensionAlias });
}
