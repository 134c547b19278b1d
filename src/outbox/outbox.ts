// The outbox of calls and mails: one process of an installation sends what the log asks for.
import { BackgroundService, startOrRelease, type WakeableWorker } from '../background/background-service.js';
import { BackgroundWorker, type BackgroundDependencies } from '../background/background-worker.js';
import { LogWatermark } from '../background/log-watermark.js';
import { StuckItems } from '../background/stuck-items.js';
import type { Environment } from '#command-handling/calls/outgoing-messages.js';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import { AddressGuard } from './address-guard.js';
import { CallDelivery } from './call-delivery.js';
import { HostCircuitBreaker } from './host-circuit-breaker.js';
import { HttpSender } from './http-sender.js';
import { MailSender, type MailSettings } from './mail-sender.js';
import { OutboxRelay } from './outbox-relay.js';
import { suppressCalls } from './suppress-calls.js';

export interface OutboxOptions {
  readonly settings: MailSettings & { readonly allow: readonly string[] };
  /** Resolves once calls may be sent. */
  whenReady?(): Promise<unknown>;
  /** The one origin of a private network that calls may lead to without being allowed. */
  exempt?(): string | undefined;
  /** Secrets of calls. */
  environment?(): Environment;
  /** Gets the number of calls that are suppressed because the log is new here. */
  onSuppressed?(count: number): void;
}

const WATERMARK = 'calls of this log';
const READ_MODEL_TIMEOUT_MS = 10_000;

export class Outbox extends BackgroundService {
  constructor(
    private readonly dependencies: BackgroundDependencies,
    private readonly options: OutboxOptions,
  ) {
    super();
  }

  protected async whenReady(): Promise<unknown> {
    return this.options.whenReady?.();
  }

  async start(): Promise<WakeableWorker> {
    const { log, readModels, projections, ports, bus, clock } = this.dependencies;
    const { settings, exempt, environment } = this.options;
    const head = await log.head();
    const http = new HttpSender(new AddressGuard(settings.allow), exempt?.());
    const mails = new MailSender(settings);
    const delivery = new CallDelivery({
      ports,
      bus,
      http,
      mails,
      breaker: new HostCircuitBreaker(),
      environment: environment?.() ?? process.env,
    });
    const watermark = new LogWatermark(readModels, WATERMARK);
    // Before the lease is taken: what its former holder does meanwhile must not make the log look new.
    const wasKnown = await watermark.isKnown(head);
    const waitFor = async (position: number) => {
      watermark.advance(position);
      return projections.waitFor(position, READ_MODEL_TIMEOUT_MS, ['calls']);
    };
    const waiting = () => createCallsReadModel(projections);
    const stuck = new StuckItems({ process: 'outbox', store: ports.store, bus, projections });
    const suppressOnce = async () => {
      if (isPrepared) return;
      if (!wasKnown && !(await watermark.isKnown(head))) {
        const count = await suppressCalls({ waiting, bus, upTo: head, waitFor, stuck });
        await watermark.record(head);
        if (count > 0) this.options.onSuppressed?.(count);
      }
      isPrepared = true;
    };
    let isPrepared = false;
    const relay = new OutboxRelay({
      waiting,
      suppressOnce,
      deliver: (call, mayWrite) => delivery.deliver(call, mayWrite),
      waitFor,
      clock,
      stuck,
    });
    const release = async () => {
      await watermark.stop();
      await Promise.all([http.close(), mails.close()]);
    };
    const worker = await startOrRelease(() => BackgroundWorker.start(relay, this.dependencies), release);
    return {
      wake: worker.wake,
      async stop() {
        await worker.stop();
        await release();
      },
    };
  }
}
