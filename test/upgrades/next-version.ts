// The build as the version that follows: other events, and every projection's version raised. It stands beside the build, whose
// packages and assets it uses.
import { cpSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { allProjections } from '#projections/all-projections.js';
import { ROOT } from '../cli/daybook-command.js';

export interface NextVersion {
  /** Its program, as `main` of a started command. */
  readonly main: string;
  readonly version: string;
  remove(): void;
}

export function makeNextVersion(version = '99.0.0'): NextVersion {
  const built = join(ROOT, 'dist/daybook');
  const folder = mkdtempSync(join(ROOT, 'dist/next-'));
  cpSync(built, folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ type: 'module', version }));
  const names = readdirSync(folder).filter((name) => name.endsWith('.js'));
  for (const { name, version: before } of allProjections)
    replaceOnce(
      folder,
      names,
      `name: "${name}",\n\tversion: ${before},`,
      `name: "${name}",\n\tversion: ${before + 1},`,
    );
  replaceOnce(
    folder,
    names,
    'listStoredTypes(types).join(',
    '[...listStoredTypes(types), "record.painted"].join(',
  );
  return { main: join(folder, 'daybook.js'), version, remove: () => rmSync(folder, { recursive: true }) };
}

function replaceOnce(folder: string, names: readonly string[], text: string, by: string): void {
  const found = names.filter((name) => readFileSync(join(folder, name), 'utf8').includes(text));
  if (found.length !== 1) throw new Error(`${text} is in ${found.length} files of the build`);
  const path = join(folder, found[0]!);
  writeFileSync(path, readFileSync(path, 'utf8').replace(text, by));
}
