// Starts what makes calls, in a process that serves pages: under a lease of its own, so that one of them does. Nothing else starts it: neither
// a replay nor an import, a copy or the loading of a demo can reach it from where they are (test/architecture).
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import { holdLease } from '#projections/lease/lease.js';
import { AddressGuard } from './address-guard.js';
import { Delivery } from './call-delivery.js';
import { Hosts } from './host-circuit-breaker.js';
import { HttpCalls } from './http-sender.js';
import { Mails, type MailSettings } from './mail-sender.js';
import type { Environment } from '#command-handling/calls/outgoing-messages.js';
import { Sender, STOPPAGE } from './outbox-relay.js';
import { withholdOnce } from './suppress-calls.js';
import { StuckItems } from '../background/stuck-items.js';
import {
  type BackgroundParts,
  RetriedPreparation,
  StoppageReporter,
  type BackgroundTask,
} from '../background/background-worker.js';
import { MetLog } from '../background/log-watermark.js';

export interface OutboxParts extends BackgroundParts {
  readonly settings: MailSettings & { readonly allow: readonly string[] };
  /** The one origin of a private network that calls may lead to without being allowed. */
  readonly exempt?: string | undefined;
  readonly environment?: Environment;
}

export type RunningCalls = BackgroundTask;

/** The lease of whoever makes the calls of an installation. */
const CALLS_LEASE = 'calls';
const MET = 'calls of this log';
const PATIENCE_MS = 10_000;

/** `onWithheld`: told how many calls of a log that is met for the first time are not sent. */
export async function startCalls(
  parts: OutboxParts,
  onWithheld: (count: number) => void = () => {},
): Promise<RunningCalls> {
  const {
    ports,
    bus,
    projections,
    readModels,
    clock,
    healthIssues,
    settings,
    environment = process.env,
  } = parts;
  const before = await parts.log.head();
  const lease = await holdLease(readModels, CALLS_LEASE);
  const http = new HttpCalls(new AddressGuard(settings.allow), parts.exempt);
  const mails = new Mails(settings);
  const delivery = new Delivery({ ports, bus, http, mails, hosts: new Hosts(), environment });
  const waiting = () => createCallsReadModel(projections);
  const met = new MetLog(readModels, MET);
  const seen = async (position: number) => {
    met.saw(position);
    return projections.waitFor(position, PATIENCE_MS, ['calls']);
  };
  const stuck = new StuckItems({ process: 'outbox', store: ports.store, bus, projections });
  const sender = new Sender({
    waiting,
    lease,
    clock,
    healthIssues,
    seen,
    stuck,
    deliver: (call, mayGoOn) => delivery.deliver(call, mayGoOn),
  });
  let isReady = false;
  const wake = () => {
    if (isReady) sender.wake();
  };
  const preparing = new RetriedPreparation(
    async () => {
      if (lease.token === undefined) return;
      const count = isReady ? 0 : await withholdOnce({ met, waiting, bus, before, seen, stuck });
      if (count > 0) onWithheld(count);
      isReady = true;
      wake();
    },
    new StoppageReporter(healthIssues, STOPPAGE),
  );
  const ends = [
    stuck.onDecided(wake),
    lease.onChange(preparing.ask),
    projections.onWritten(({ projection }) => {
      if (projection === 'calls') wake();
    }),
  ];
  preparing.ask();
  await preparing.ended();
  return {
    wake,
    async stop() {
      ends.forEach((end) => end());
      await preparing.stop();
      await sender.stop();
      await met.stop();
      await Promise.all([http.close(), mails.close()]);
      await lease.release();
    },
  };
}
