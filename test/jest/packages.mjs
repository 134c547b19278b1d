// What others wrote, in few files: under Jest each suite finds, reads, compiles and links every module again, and an application is
// 1,500 of theirs beside 550 of ours. One bundler makes one set of files of them, once for what is installed, and every suite takes them
// from there (resolver.mjs). See docs/decisions/0075-bundled-program.md.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'rolldown';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const CACHE = join(ROOT, 'node_modules/.cache/daybook-packages');

/** Stay as they are: machine code, what looks for files beside itself, what shares a part with one that does, and what has two builds. */
const AS_THEY_ARE = [
  /^@(eventstore|grpc|jest|node-rs|opentelemetry|photostructure|sparticuz|swc)\//,
  /^(autocannon|axe-core|dependency-cruiser|google-protobuf|jest-[a-z-]+|mongodb|playwright-core|rolldown|vite)(\/|$)/,
];

/** What NestJS would use if it were installed. */
const NOT_THERE = [/^@nestjs\/(microservices|websockets)/, /^class-(transformer|validator)/];

const IMPORTS =
  /^(?:import|export)\s+(?!type\s)(?:[^'";]*?from\s+)?'([@\w][^':]*)'|\bimport\('([@\w][^':]*)'\)/gm;

/** The packages that our sources import, by the words they use. */
function importedByUs() {
  const found = new Set();
  for (const folder of ['src', 'projections', 'views', 'bench', 'test'])
    for (const file of readdirSync(join(ROOT, folder), { recursive: true })) {
      if (!/\.tsx?$/.test(file)) continue;
      for (const [, one, other] of readFileSync(join(ROOT, folder, file), 'utf8').matchAll(IMPORTS))
        found.add(one ?? other);
    }
  return [...found].filter((name) => !AS_THEY_ARE.some((each) => each.test(name))).sort();
}

const isModule = (file) => {
  if (extname(file) !== '.js') return extname(file) === '.mjs';
  let folder = dirname(file);
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder);
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')).type === 'module';
};

/** A module that gives what the package gives, to whoever imports it as a module. */
async function facade(name) {
  const from = JSON.stringify(name);
  const given = Object.keys(await import(name)).filter((each) => each !== 'module.exports');
  if (isModule(fileURLToPath(import.meta.resolve(name))))
    return `export * from ${from};${given.includes('default') ? ` export { default } from ${from};` : ''}`;
  // Node finds names in what is CommonJS; the bundler knows of `default` alone.
  const names = given.filter((each) => each !== 'default');
  return [
    `import given from ${from};`,
    'export default given;',
    ...names.map((each, index) => `const _${index} = given[${JSON.stringify(each)}];`),
    `export { ${names.map((each, index) => `_${index} as ${JSON.stringify(each)}`).join(', ')} };`,
  ].join('\n');
}

const isInstalled = (name) => {
  try {
    return import.meta.resolve(name).startsWith('file:');
  } catch {
    return false;
  }
};

async function bundle(names, folder) {
  // Told by their names alone: how a path is written differs between systems.
  const facades = new Map();
  const input = {};
  for (const [index, name] of names.entries()) {
    const file = `daybook-tests-package-${index}.mjs`;
    facades.set(file, { name, code: await facade(name) });
    input[`${name.replaceAll(/\W+/g, '-')}-${index}`] = join(import.meta.dirname, file);
  }
  const { output } = await build({
    cwd: ROOT,
    input,
    platform: 'node',
    logLevel: 'silent',
    plugins: [
      {
        name: 'facades',
        resolveId: (id) => (facades.has(basename(id)) ? id : null),
        load: (id) => facades.get(basename(id))?.code ?? null,
      },
    ],
    external: [...AS_THEY_ARE, ...NOT_THERE],
    output: {
      dir: folder,
      format: 'cjs',
      exports: 'named',
      esModule: true,
      entryFileNames: '[name].cjs',
      chunkFileNames: '[name]-[hash].cjs',
      keepNames: true,
    },
  });
  const entries = output.filter((each) => each.type === 'chunk' && each.isEntry);
  return Object.fromEntries(
    entries.map((each) => [facades.get(basename(each.facadeModuleId)).name, each.fileName]),
  );
}

/** Those of earlier installations, which no run of today uses. */
function removeOld() {
  const lastWeek = Date.now() - 7 * 86_400_000;
  for (const folder of readdirSync(CACHE).map((name) => join(CACHE, name)))
    if (statSync(folder).mtimeMs < lastWeek) rmSync(folder, { recursive: true, force: true });
}

/** Says by `DAYBOOK_TEST_PACKAGES` where they are. */
export async function bundlePackages() {
  const names = importedByUs().filter(isInstalled);
  const key = createHash('sha256')
    .update(readFileSync(join(ROOT, 'package-lock.json')))
    .update(readFileSync(import.meta.filename))
    .update(JSON.stringify([process.version, names]))
    .digest('hex')
    .slice(0, 16);
  const folder = join(CACHE, key);
  if (!existsSync(folder)) {
    const making = `${folder}.${process.pid}`;
    mkdirSync(making, { recursive: true });
    writeFileSync(join(making, 'index.json'), JSON.stringify(await bundle(names, making)));
    try {
      renameSync(making, folder);
    } catch (error) {
      // Another run made it meanwhile.
      if (!existsSync(folder)) throw error;
      rmSync(making, { recursive: true });
    }
    removeOld();
  }
  process.env.DAYBOOK_TEST_PACKAGES = folder;
}
