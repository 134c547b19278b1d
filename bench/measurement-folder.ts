// A folder to measure in: the specification published, somebody to sign in, and as many records as asked for.
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfiguration, type Configuration } from '../src/configuration/configuration.js';
import { INSTALLATION } from '../src/domain/user/user-events.js';
import { RegisterUser } from '../src/domain/user/user-commands.js';
import { PublishSpecification } from '../src/domain/specification/specification-commands.js';
import { type RunningInstallation, withCaughtUpInstallation } from '../src/cli/with-installation.js';
import { APPLICATION, personId } from './synthetic-log.js';

/** Addresses of engines, as the environment names them; none: the embedded ones. */
export interface EngineAddresses {
  readonly DAYBOOK_EVENTS?: string;
  readonly DAYBOOK_READS?: string;
}

/** Every process that is given the folder finds its engines there. */
export function createMeasurementFolder(engines: EngineAddresses = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'daybook-bench-'));
  assignEngines(folder, engines);
  return folder;
}

export function assignEngines(folder: string, engines: EngineAddresses): void {
  writeFileSync(addressesIn(folder), JSON.stringify(engines));
}

const addressesIn = (folder: string) => join(folder, 'engines.json');

export function enginesOf(folder: string): Record<string, string> {
  const file = addressesIn(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>) : {};
}

/** Any free port, the demo's sign-in by one click, and no log. */
export const configurationOf = (folder: string): Configuration => ({
  ...readConfiguration({ data: folder, port: '0' }, enginesOf(folder)),
  // What is measured asks faster than people.
  rates: { person: 0, address: 0 },
  log: 'silent',
});

/** Somebody who may read and do everything the measurements need. */
export const BENCH_PERSON = personId(41);
/** And somebody else who may. */
export const COLLEAGUE = personId(40);

export async function fillMeasurementFolder(folder: string, document = 'purchasing.md'): Promise<void> {
  // The sources of dist/bench stand in bench.
  const text = await readFile(new URL(`../../bench/${document}`, import.meta.url), 'utf8');
  const publishAndRegister = async ({ send }: RunningInstallation) => {
    const context = (commandId: string) => ({ actor: 'system', commandId });
    await send(new PublishSpecification({ text, context: context('bench-publish') }));
    const roles = [
      { application: INSTALLATION, role: 'admin' },
      { application: APPLICATION, role: 'budgetHolder' },
    ];
    for (let n = 0; n < 42; n++) {
      const id = personId(n);
      const more = id === BENCH_PERSON || id === COLLEAGUE ? { demo: true, roles } : {};
      await send(
        new RegisterUser({ id, name: `Person ${n}`, ...more, context: context(`bench-person-${n}`) }),
      );
    }
  };
  await withCaughtUpInstallation({ data: folder }, publishAndRegister, enginesOf(folder));
}
