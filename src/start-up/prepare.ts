// What comes after the first pages are served: the link for the first admin, and the examples. Trouble with it ends nothing.
import { once } from 'node:events';
import { CommandBus } from '@nestjs/cqrs';
import { setTimeout as sleep } from 'node:timers/promises';
import { holdLease } from '#projections/lease/lease.js';
import { FirstAdmin } from '../identity/first-admin.js';
import { People } from '../identity/sessions.js';
import type { Installation } from '../installation/installation.js';
import { caughtUp } from '../installation/caught-up.js';
import type { TextOutput, RunningServer } from './serving.js';

/** Resolves once the log was read, by whichever process builds the read models. */
export async function whenReadable(installation: Installation, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      return await unlessAborted(signal, caughtUp(installation, { patient: true, signal }));
    } catch {
      await sleep(AGAIN_MS, undefined, { signal, ref: false }).catch(() => {});
    }
  }
}

/** Resolves at the latest when the signal aborts: a process that ends waits for no read model. */
const unlessAborted = (signal: AbortSignal, work: Promise<void>): Promise<void> =>
  Promise.race([work, once(signal, 'abort').then(() => {})]);

const AGAIN_MS = 1_000;

/** Returns whether some of the examples’ past was told just now. */
export async function prepare(serving: RunningServer, say: TextOutput): Promise<boolean> {
  await tellFirstAdmin(serving, say);
  return serving.installation.configuration.demo && (await loadWhereTheyBelong(serving, say));
}

async function tellFirstAdmin({ app, site }: RunningServer, say: TextOutput): Promise<void> {
  try {
    const link = await app.get(FirstAdmin).link();
    if (link) say(`Nobody is admin yet. This link makes the first one, once:\n  ${site}${link}`);
  } catch (error) {
    say(`Whether anybody is admin could not be found out: ${(error as Error).message}`);
  }
}

async function loadWhereTheyBelong(serving: RunningServer, say: TextOutput): Promise<boolean> {
  try {
    const why = await serving.examples.whyNotLoaded(serving.app.get(People));
    if (why === undefined) return await loadOnce(serving, say);
    say(why);
  } catch (error) {
    say(`Whether the examples belong into this log could not be found out: ${(error as Error).message}`);
  }
  serving.loading.end();
  return false;
}

/** Of several processes that serve pages, one loads them at a time; whoever is next finds nothing missing. */
async function loadOnce({ installation, app, loading }: RunningServer, say: TextOutput): Promise<boolean> {
  const lease = await holdLease(installation.readModels, 'examples');
  try {
    if (lease.token === undefined) await new Promise<void>((resolve) => lease.onChange(resolve));
    // Their data are read with it: an installation without examples has no need of them.
    const { loadExamples } = await import('../demo/load-examples.js');
    return await loadExamples(installation, app.get(CommandBus), say, loading.reached);
  } catch (error) {
    say(`The examples could not be loaded whole: ${(error as Error).message}`);
    return true;
  } finally {
    loading.end();
    await lease.release();
  }
}
