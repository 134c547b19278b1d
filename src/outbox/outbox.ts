// One process of an installation sends the calls and mails in the log.
import { Inject, Injectable } from '@nestjs/common';
import { BACKGROUND_DEPENDENCIES } from '../background/background.module.js';
import { BackgroundService, type WakeableWorker } from '../background/background-service.js';
import { BackgroundWorker, type BackgroundDependencies } from '../background/background-worker.js';
import { LogWatermark } from '../background/log-watermark.js';
import { StuckItems } from '../background/stuck-items.js';
import { createCallsReadModel } from '#projections/read-models/calls/calls-projection.js';
import { AddressGuard } from './address-guard.js';
import { CallDelivery } from './call-delivery.js';
import { HostCircuitBreaker } from './host-circuit-breaker.js';
import { HttpSender } from './http-sender.js';
import { MailSender } from './mail-sender.js';
import { OutboxRelay } from './outbox-relay.js';
import { suppressCalls } from './suppress-calls.js';
import { OUTBOX_OPTIONS, type OutboxOptions } from './outbox.module-definition.js';

const WATERMARK = 'calls of this log';
const READ_MODEL_TIMEOUT_MS = 10_000;

@Injectable()
export class Outbox extends BackgroundService {
  protected readonly task = 'sends calls and mails';

  constructor(
    @Inject(BACKGROUND_DEPENDENCIES) private readonly dependencies: BackgroundDependencies,
    @Inject(OUTBOX_OPTIONS) private readonly options: OutboxOptions,
  ) {
    super();
  }

  protected async whenReady(): Promise<unknown> {
    return this.options.whenReady?.();
  }

  async start(): Promise<WakeableWorker> {
    const { projections, ports, bus, clock } = this.dependencies;
    const { settings, exempt, environment } = this.options;
    const watermark = await LogWatermark.open(this.dependencies, WATERMARK);
    const http = new HttpSender(new AddressGuard(settings.allow), exempt?.());
    const mails = new MailSender(settings);
    const delivery = new CallDelivery({
      ports,
      bus,
      http,
      mails,
      breaker: new HostCircuitBreaker(),
      environment: environment?.() ?? {},
    });
    const waitFor = async (position: number) => {
      watermark.advance(position);
      return projections.waitFor(position, READ_MODEL_TIMEOUT_MS, ['calls']);
    };
    const waiting = () => createCallsReadModel(projections);
    const stuck = new StuckItems({ process: 'outbox', store: ports.store, bus, projections });
    const suppressOnce = async () => {
      if (isPrepared) return;
      if (await watermark.isLogNew()) {
        const count = await suppressCalls({ waiting, bus, upTo: watermark.head, waitFor, stuck });
        await watermark.recordHead();
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
      async release() {
        await watermark.stop();
        await Promise.all([http.close(), mails.close()]);
      },
      clock,
      stuck,
    });
    return BackgroundWorker.start(relay, this.dependencies);
  }
}
