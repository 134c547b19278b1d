// What `daybook serve` does: opens the installation, listens, tells where, prepares what a first start needs, and ends in order.
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AddressInfo } from 'node:net';
import { CommandBus } from '@nestjs/cqrs';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { createApp, createHealthApp } from './app.module.js';
import { WritingPorts } from './command-handling/pipeline/command-dependencies.js';
import { startCalls } from './outbox/start-calls.js';
import { startExampleOrders, type ExampleOrders } from './demo/order-system/example-orders.js';
import { EXAMPLE_TOUR } from './demo/tour.js';
import { exampleAccess, type ExampleAccess } from './demo/example-access.js';
import { LoadingShare } from './demo/loading-share.js';
import { Upgrades } from '#command-handling/specifications/upgrades.js';
import { startTimers } from './timers/start-timers.js';
import { startUpgrades } from './upgrades/start-upgrades.js';
import type { Configuration } from './configuration/configuration.js';
import { People } from './identity/sessions.js';
import { openInstallation } from './installation/installation.js';
import { startChecks } from './installation/file-checks/background-checks.js';
import { watchFiles } from './installation/missing-files.js';
import { describeOpenPermissions } from './installation/data-folder.js';
import { describeServing, describeUnfiredTimers, describeUnsentCalls } from './start-up/describe-serving.js';
import { startErasures } from './erasures/finish-erasures.js';
import { explainLostNumbers } from './start-up/explain-lost-numbers.js';
import { prepare, whenReadable } from './start-up/prepare.js';
import { prepareShutdown } from './platform/shutdown.js';
import { inUrl, siteOf } from './configuration/public-url.js';
import type { RunningServer, TextOutput } from './start-up/serving.js';

/** Listens; resolves as soon as pages are served, or, where this process only builds read models, its health. */
export async function listen(configuration: Configuration): Promise<RunningServer> {
  const installation = await openInstallation(configuration);
  try {
    const projections = configuration.only === 'projections';
    const examples = exampleAccess(installation.store, configuration);
    const loading = new LoadingShare();
    const app = await (projections
      ? createHealthApp(installation)
      : createApp(installation, examples.offersPeople, { loading: loading.now, tour: EXAMPLE_TOUR }));
    if (!projections && (await willBegin(examples, configuration, app))) loading.reached(0);
    const server = await app.listen(configuration.port, configuration.host);
    const { port } = (server as { address(): AddressInfo }).address();
    return {
      site: siteOf(configuration, port),
      url: `http://${inUrl(configuration.host)}:${port}`,
      port,
      app,
      installation,
      examples,
      loading,
      async close() {
        await app.close();
        await installation.close();
      },
    };
  } catch (error) {
    await installation.close();
    throw error;
  }
}

/** Whether the examples are going to be loaded into a log that is empty. An engine that is away is reported elsewhere. */
const willBegin = async (
  { willBegin }: ExampleAccess,
  { demo }: Configuration,
  app: NestExpressApplication,
): Promise<boolean> => demo && (await willBegin(app.get(People)).catch(() => false));

/** Serves until the process is told to end. */
export async function serve(configuration: Configuration): Promise<void> {
  const told = toldToEnd();
  const say: TextOutput = (text) => {
    if (!told.yes) process.stdout.write(text + '\n');
  };
  let port = await serveOneLog(configuration, told, say);
  // All that is remembered of the log before goes with it: numbers, people, specifications, who has read what.
  while (!told.yes) port = await serveOneLog({ ...configuration, port }, told, say);
}

/** Until the process is told to end, or the log was another one and read models of it are there. Returns the port. */
async function serveOneLog(configuration: Configuration, told: EndSignal, say: TextOutput): Promise<number> {
  const serving = await listen(configuration);
  say(await describeServing(serving));
  serving.installation.healthIssues.onRaised(({ adminMessage }) => say(adminMessage));
  const { openToOthers } = serving.installation;
  if (openToOthers.length > 0) say(describeOpenPermissions(openToOthers));
  const stop = configuration.only === 'projections' ? undefined : beginWithPages(serving, say);
  const stopChecks = startChecks(serving.installation, configuration.checkEvery);
  const stopWatching = watchFiles(serving.installation, configuration.checkEvery);
  const ending = new AbortController();
  await Promise.race([told.when, serving.installation.log.whenRight(ending.signal)]);
  ending.abort();
  const { mustEnd } = serving.installation.log;
  if (mustEnd && !told.yes)
    say('The read models are of the log that is there now. Daybook ends, to be started again.');
  if (told.yes) process.stdout.write('Daybook is ending.\n');
  stopChecks();
  stopWatching();
  await stop?.();
  await serving.close();
  // Whatever is open of the log that was there before stays untouched.
  if (mustEnd) process.exit(told.yes ? 0 : 1);
  return serving.port;
}

interface EndSignal {
  readonly yes: boolean;
  readonly when: Promise<unknown>;
}

/** The first signal ends it in order; the second one at once, as nobody listens any more. */
function toldToEnd(): EndSignal {
  const { signal } = prepareShutdown({ code: 0 });
  return {
    get yes() {
      return signal.aborted;
    },
    when: once(signal, 'abort'),
  };
}

/** Returns what ends it. */
function beginWithPages(serving: RunningServer, say: TextOutput): () => Promise<void> {
  const ending = new AbortController();
  let orders: ExampleOrders | undefined;
  let stopCalls = async () => {};
  let stopUpgrades = async () => {};
  let timers: Promise<() => Promise<void>> | undefined;
  let erasures: Promise<() => Promise<void>> | undefined;
  const begun = whenReadable(serving.installation, ending.signal).then(async () => {
    if (ending.signal.aborted) return;
    const stop = explainLostNumbers(serving.app.get(WritingPorts), say);
    ending.signal.addEventListener('abort', stop);
    const ports = serving.app.get(WritingPorts);
    erasures = begin(ending.signal, () => startErasures({ ...serving.installation, ports }));
    stopUpgrades = await beginUpgrades(serving, ending.signal);
    orders = await exampleOrders(serving, say);
    stopCalls = await beginCalls(serving, orders, ending.signal, say);
  });
  void begun.then(async () => {
    if (ending.signal.aborted) return;
    const isPast = await prepare(serving, say);
    if (!ending.signal.aborted) timers = beginTimers(serving, isPast, ending.signal, say);
  });
  return async () => {
    ending.abort();
    await begun;
    await stopUpgrades();
    await stopCalls();
    await orders?.close();
    await (
      await erasures
    )?.();
    await (
      await timers
    )?.();
  };
}

/** Returns what ends it. */
const beginUpgrades = async (
  { app, installation }: RunningServer,
  ending: AbortSignal,
): Promise<() => Promise<void>> =>
  begin(ending, () =>
    startUpgrades({
      ...installation,
      ports: app.get(WritingPorts),
      bus: app.get(CommandBus),
      upgrades: app.get(Upgrades),
    }),
  );

/** An engine that is away is reported elsewhere. */
const exampleOrders = async (
  { app, installation: { configuration }, examples }: RunningServer,
  say: TextOutput,
): Promise<ExampleOrders | undefined> =>
  startExampleOrders({ configuration, whyNot: () => examples.whyNotLoaded(app.get(People)) }, say).catch(
    () => undefined,
  );

const toExamples = (orders: ExampleOrders | undefined) =>
  orders && { exempt: orders.origin, environment: { ...process.env, ...orders.environment } };

/** Returns what ends them. */
async function beginCalls(
  { app, installation }: RunningServer,
  orders: ExampleOrders | undefined,
  ending: AbortSignal,
  say: TextOutput,
): Promise<() => Promise<void>> {
  const { calls: settings } = installation.configuration;
  const [ports, bus] = [app.get(WritingPorts), app.get(CommandBus)];
  if (!settings.on) say('Calls and mails wait: DAYBOOK_CALLS=0.');
  if (!settings.on) return async () => {};
  return begin(ending, () =>
    startCalls({ ...installation, ports, bus, settings, ...toExamples(orders) }, (count) =>
      say(describeUnsentCalls(count)),
    ),
  );
}

/** Returns what ends them. */
function beginTimers(
  { app, installation }: RunningServer,
  isPast: boolean,
  ending: AbortSignal,
  say: TextOutput,
): Promise<() => Promise<void>> {
  const [ports, bus] = [app.get(WritingPorts), app.get(CommandBus)];
  return begin(ending, () =>
    startTimers({ ...installation, ports, bus, isPast }, (count) =>
      say(describeUnfiredTimers(count, isPast)),
    ),
  );
}

async function begin(
  ending: AbortSignal,
  start: () => Promise<{ stop(): Promise<void> }>,
): Promise<() => Promise<void>> {
  while (!ending.aborted)
    try {
      const begun = await start();
      return () => begun.stop();
    } catch {
      // An engine that is away is told elsewhere.
      await sleep(AGAIN_MS, undefined, { signal: ending, ref: false }).catch(() => {});
    }
  return async () => {};
}

const AGAIN_MS = 1_000;
