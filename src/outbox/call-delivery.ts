// Sends the call, records the outcome, and executes the command that follows from it.
import { foldCall } from '#command-handling/calls/call-command-executor.js';
import { sendCommand } from '#command-handling/send-command.js';
import type { CommandDependencies } from '#command-handling/pipeline/command-dependencies.js';
import type { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { SYSTEM } from '#domain/permissions.js';
import { RecordCallOutcome, type CallOutcomeEvent } from '#domain/call/call-commands.js';
import type { CallEvent, CallProgress } from '#domain/call/call-events.js';
import type { Command, CommandResult } from '#domain/command.js';
import type { FoldableEvent } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/stream-names.js';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import {
  decideCallOutcome,
  buildOutgoingMessage,
  type CompletedAttempt,
  type OutgoingMessage,
} from '#command-handling/calls/call-attempt.js';
import {
  findRequestedCall,
  InvalidCallError,
  type RequestedCall,
} from '#command-handling/calls/requested-call.js';
import { sendFollowUp, type FollowUpCause } from '#command-handling/calls/send-follow-up.js';
import { removeUnwantedRecipients } from '#command-handling/calls/remove-unwanted-recipients.js';
import { continueTrace } from '#event-store/append-tracing.js';
import { observeAttempt } from './observe-attempt.js';
import type { HostCircuitBreaker } from './host-circuit-breaker.js';
import type { HttpSender } from './http-sender.js';
import type { MailSender } from './mail-sender.js';
import { buildAttemptHeaders, type Environment } from '#command-handling/calls/outgoing-messages.js';
import {
  MissingSetupError,
  type FailedAttempt,
  type AttemptOutcome,
} from '#command-handling/calls/attempt-outcome.js';
import { listPeopleInCall } from '#command-handling/calls/list-people-in-call.js';

export interface DeliveryDependencies {
  readonly ports: CommandDependencies;
  readonly bus: CommandBus;
  readonly http: HttpSender;
  readonly mails: MailSender;
  readonly breaker: HostCircuitBreaker;
  readonly environment: Environment;
}

export interface DeliveryResult {
  /** Milliseconds for which no call of this name is tried. */
  readonly postponed?: number;
  /** Of the recorded outcome. */
  readonly position?: number;
}

/** Each call that ends wakes the relay as well. */
const BUSY_MS = 50;

type CallHistoryEvent = FoldableEvent<CallEvent> & { readonly id: string };

export class CallDelivery {
  constructor(private readonly dependencies: DeliveryDependencies) {}

  /** `mayWrite`: checked right before sending. Throws engine errors: the call is then retried. */
  async deliver(waiting: WaitingCall, mayWrite: () => Promise<boolean>): Promise<DeliveryResult> {
    const { store, personalData } = this.dependencies.ports;
    const { events } = await store.read(streams.call(waiting.application, waiting.entity, waiting.id));
    const opened = (await personalData.open(events)) as unknown as readonly CallHistoryEvent[];
    const progress = foldCall(opened);
    // The log may be ahead of the read model: another process may have delivered the call.
    if (progress.status === 'waiting' && isDue(opened, this.dependencies.ports.clock()))
      return this.send(waiting, progress, mayWrite);
    if (progress.status === 'answered' || progress.status === 'giving up')
      return this.follow(waiting, opened);
    return { position: events.at(-1)!.position };
  }

  private async send(
    waiting: WaitingCall,
    progress: CallProgress,
    mayWrite: () => Promise<boolean>,
  ): Promise<DeliveryResult> {
    let target: RequestedCall | undefined;
    let outgoing: OutgoingMessage | undefined;
    let outcome: AttemptOutcome | undefined;
    try {
      target = await findRequestedCall(this.dependencies.ports, waiting);
      outgoing = await removeUnwantedRecipients(
        this.dependencies.ports,
        target,
        buildOutgoingMessage(target),
      );
      const host = hostOf(outgoing);
      const { breaker } = this.dependencies;
      if (!breaker.allowsCall(host)) return { postponed: breaker.pauseOf(host) ?? BUSY_MS };
      breaker.beginCall(host);
      try {
        if (!(await mayWrite())) return {};
        outcome = await this.attempt(waiting, target, outgoing);
      } finally {
        breaker.endCall(host, outcome && isHostHealthy(outcome));
      }
    } catch (error) {
      outcome = { failed: failedBy(error) };
    }
    const now = this.dependencies.ports.clock();
    const attempted: CompletedAttempt = {
      progress,
      ...(target && { target }),
      ...(outgoing && { outgoing }),
      outcome,
      now,
    };
    const written = await continueTrace(target?.request, async () => this.noteOutcome(waiting, attempted));
    return { position: written.position };
  }

  /** An answer that cannot be stored is recorded as a failure; otherwise the call would be sent for ever. */
  private async noteOutcome(waiting: WaitingCall, attempted: CompletedAttempt): Promise<CommandResult> {
    const { outcome, target, outgoing: _, ...rest } = attempted;
    try {
      return await this.note(waiting, decideCallOutcome(attempted), target);
    } catch (error) {
      if (!(error instanceof Refused) || error.reasons.some(({ kind }) => kind === 'unavailable'))
        throw error;
      const failed = { why: 'it answered what cannot be kept', forGood: true };
      const storable = 'answered' in outcome ? { failed } : outcome;
      return this.note(
        waiting,
        decideCallOutcome({ ...rest, ...(target && { target }), outcome: storable }),
        target,
      );
    }
  }

  private async attempt(
    waiting: WaitingCall,
    target: RequestedCall,
    outgoing: OutgoingMessage,
  ): Promise<AttemptOutcome> {
    const { application, call } = waiting;
    const observed = { kind: 'mail' in outgoing ? 'mail' : 'call', application, call } as const;
    return continueTrace(target.request, async () =>
      observeAttempt(observed, async () => this.sendOnce(waiting, target, outgoing)),
    );
  }

  private async sendOnce(
    waiting: WaitingCall,
    target: RequestedCall,
    outgoing: OutgoingMessage,
  ): Promise<AttemptOutcome> {
    if ('mail' in outgoing)
      return this.dependencies.mails.send(waiting.id, outgoing.mail, target.call.timeout);
    const { ports, environment, http } = this.dependencies;
    const { body, headers, ...where } = outgoing.http;
    const own = buildAttemptHeaders(target, waiting.id, { body, now: ports.clock(), environment });
    const { timeout } = target.call;
    const call = { ...where, headers: { ...headers, ...own }, timeout, ...(body !== undefined && { body }) };
    return http.send(call as Parameters<HttpSender['send']>[0]);
  }

  private async follow(waiting: WaitingCall, events: readonly CallHistoryEvent[]): Promise<DeliveryResult> {
    const cause = events.findLast(
      ({ type }) => type === 'record.call-answered' || type === 'record.call-given-up',
    ) as unknown as FollowUpCause;
    const refused = await continueTrace(cause, async () =>
      sendFollowUp(waiting, cause, async (command) => this.dispatch(command)),
    );
    const target = await findRequestedCall(this.dependencies.ports, waiting).catch(() => undefined);
    const note: CallOutcomeEvent = { type: 'record.call-settled', data: { refused: refused ?? null } };
    const { position } = await continueTrace(cause, async () => this.note(waiting, note, target, cause.id));
    return { position };
  }

  private async note(
    { application, entity, record, id, call }: WaitingCall,
    note: CallOutcomeEvent,
    target: RequestedCall | undefined,
    causationId = id,
  ): Promise<CommandResult> {
    // A new id each time: what another process recorded is recognised by its content.
    const context = { actor: SYSTEM.id, commandId: uuid(), causationId };
    const owners = target ? listPeopleInCall(target) : [];
    return this.dispatch(
      new RecordCallOutcome({ application, entity, record, id, call, note, owners, context }),
    );
  }

  private dispatch(command: Command<unknown>): Promise<CommandResult> {
    return sendCommand(this.dependencies.bus, command);
  }
}

/** The read model may be behind the log. */
function isDue(events: readonly CallHistoryEvent[], now: string): boolean {
  const last = events.at(-1);
  return last?.type !== 'record.call-failed' || Date.parse(last.data.again) <= Date.parse(now);
}

/** All mails share one server; notices shown on a page use none. */
function hostOf(outgoing: OutgoingMessage): string {
  if ('http' in outgoing) return outgoing.http.address.host;
  return outgoing.mail.to.length === 0 ? 'page' : 'mail';
}

const isHostHealthy = (outcome: AttemptOutcome): boolean =>
  'answered' in outcome || outcome.failed.host !== true;

function failedBy(error: unknown): FailedAttempt {
  if (error instanceof InvalidCallError) return { why: error.message, forGood: true };
  if (error instanceof MissingSetupError) return { why: error.message };
  throw error;
}
