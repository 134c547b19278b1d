// Whether what package-lock.json asks for is installed, whoever installed it: npm writes down what it put into node_modules.
const { existsSync, readFileSync } = require('node:fs');
const { join } = require('node:path');

function packagesIn(file) {
  if (!existsSync(file)) return undefined;
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages ?? {};
  } catch {
    return undefined;
  }
}

/** Of what is optional, what is for other machines may be missing. */
function isInstalled(root) {
  const wanted = packagesIn(join(root, 'package-lock.json'));
  const there = packagesIn(join(root, 'node_modules/.package-lock.json'));
  if (!wanted || !there) return false;
  const same = (one, other) => one.version === other.version && one.integrity === other.integrity;
  const isThere = ([path, each]) =>
    there[path]
      ? same(each, there[path]) && existsSync(join(root, path, 'package.json'))
      : each.optional === true;
  return (
    Object.entries(wanted).every(([path, each]) => path === '' || isThere([path, each])) &&
    Object.keys(there).every((path) => path in wanted)
  );
}

module.exports = { isInstalled };
