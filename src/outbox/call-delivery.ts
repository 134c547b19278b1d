// Brings one call as far as it gets: sends it, notes what came of it, and does what follows.
import { foldCall } from '#command-handling/calls/call-command-executor.js';
import { sendCommand } from '#command-handling/send-command.js';
import type { WritingPorts } from '#command-handling/pipeline/command-dependencies.js';
import type { CommandBus } from '@nestjs/cqrs';
import { v7 as uuid } from 'uuid';
import { SYSTEM } from '#domain/permissions.js';
import { NoteCall, type CallNote } from '#domain/call/call-commands.js';
import type { CallEvent, CallProgress } from '#domain/call/call-events.js';
import type { Command, CommandResult } from '#domain/command.js';
import type { FoldableEvent } from '#domain/event.js';
import { Refused } from '#domain/refusal.js';
import { streams } from '#domain/stream-names.js';
import type { WaitingCall } from '#projections/read-models/calls/call-document.js';
import {
  noteOf,
  outgoingOf,
  type PreparedAttempt,
  type Outgoing,
} from '#command-handling/calls/call-attempt.js';
import { callTarget, CannotBeMade, type CallTarget } from '#command-handling/calls/call-target.js';
import { sendFollowUp, type FollowUpCause } from '#command-handling/calls/send-follow-up.js';
import { asChosen } from '#command-handling/calls/apply-notice-choices.js';
import type { Hosts } from './host-circuit-breaker.js';
import type { HttpCalls } from './http-sender.js';
import type { Mails } from './mail-sender.js';
import { attemptHeaders, type Environment } from '#command-handling/calls/outgoing-messages.js';
import { NotSetUp, type Failed, type AttemptOutcome } from '#command-handling/calls/attempt-outcome.js';
import { peopleInCall } from '#command-handling/calls/people-in-call.js';

export interface DeliveryParts {
  readonly ports: WritingPorts;
  readonly bus: CommandBus;
  readonly http: HttpCalls;
  readonly mails: Mails;
  readonly hosts: Hosts;
  readonly environment: Environment;
}

/** What is left of a call. */
export interface DeliveryOutcome {
  /** Milliseconds for which calls of this name need not be looked at. */
  readonly postponed?: number;
  /** Where the log says what came of it. */
  readonly position?: number;
}

/** While a host is busy: somebody who ends wakes the others. */
const BUSY_MS = 50;

type CallHistoryEvent = FoldableEvent<CallEvent> & { readonly id: string };

export class Delivery {
  constructor(private readonly parts: DeliveryParts) {}

  /** `mayGoOn`: asked right before it is sent. Throws what the engines throw: then it is tried again. */
  async deliver(waiting: WaitingCall, mayGoOn: () => Promise<boolean>): Promise<DeliveryOutcome> {
    const { store, personalData } = this.parts.ports;
    const { events } = await store.read(streams.call(waiting.application, waiting.entity, waiting.id));
    const opened = (await personalData.open(events)) as unknown as readonly CallHistoryEvent[];
    const progress = foldCall(opened);
    // The log is ahead of what waits: it was done by whoever was at it before.
    if (progress.status === 'waiting' && isDue(opened, this.parts.ports.clock()))
      return this.send(waiting, progress, mayGoOn);
    if (progress.status === 'answered' || progress.status === 'giving up')
      return this.follow(waiting, opened);
    return { position: events.at(-1)!.position };
  }

  private async send(
    waiting: WaitingCall,
    progress: CallProgress,
    mayGoOn: () => Promise<boolean>,
  ): Promise<DeliveryOutcome> {
    let target: CallTarget | undefined;
    let outgoing: Outgoing | undefined;
    let outcome: AttemptOutcome | undefined;
    try {
      target = await callTarget(this.parts.ports, waiting);
      outgoing = await asChosen(this.parts.ports, target, outgoingOf(target));
      const host = hostOf(outgoing);
      const { hosts } = this.parts;
      if (!hosts.isOpen(host)) return { postponed: hosts.pause(host) ?? BUSY_MS };
      hosts.begin(host);
      try {
        if (!(await mayGoOn())) return {};
        outcome = await this.attempt(waiting, target, outgoing);
      } finally {
        hosts.end(host, outcome && isWell(outcome));
      }
    } catch (error) {
      outcome = { failed: failedBy(error) };
    }
    const now = this.parts.ports.clock();
    const attempted: PreparedAttempt = {
      progress,
      ...(target && { target }),
      ...(outgoing && { outgoing }),
      outcome,
      now,
    };
    const written = await this.noteWhatCame(waiting, attempted);
    return { position: written.position };
  }

  /** Were an answer, or a mail, that cannot be written down not noted at all, the call would be made again for ever. */
  private async noteWhatCame(waiting: WaitingCall, attempted: PreparedAttempt): Promise<CommandResult> {
    const { outcome, target, outgoing: _, ...rest } = attempted;
    try {
      return await this.note(waiting, noteOf(attempted), target);
    } catch (error) {
      if (!(error instanceof Refused) || error.reasons.some(({ kind }) => kind === 'unavailable'))
        throw error;
      const failed = { why: 'it answered what cannot be kept', forGood: true };
      const kept = 'answered' in outcome ? { failed } : outcome;
      return this.note(waiting, noteOf({ ...rest, ...(target && { target }), outcome: kept }), target);
    }
  }

  private async attempt(
    waiting: WaitingCall,
    target: CallTarget,
    outgoing: Outgoing,
  ): Promise<AttemptOutcome> {
    if ('mail' in outgoing) return this.parts.mails.send(waiting.id, outgoing.mail, target.call.timeout);
    const { ports, environment, http } = this.parts;
    const { body, headers, ...where } = outgoing.http;
    const own = attemptHeaders(target, waiting.id, { body, now: ports.clock(), environment });
    const { timeout } = target.call;
    const call = { ...where, headers: { ...headers, ...own }, timeout, ...(body !== undefined && { body }) };
    return http.send(call as Parameters<HttpCalls['send']>[0]);
  }

  private async follow(waiting: WaitingCall, events: readonly CallHistoryEvent[]): Promise<DeliveryOutcome> {
    const cause = events.findLast(
      ({ type }) => type === 'record.call-answered' || type === 'record.call-given-up',
    ) as unknown as FollowUpCause;
    const refused = await sendFollowUp(waiting, cause, (command) => this.dispatch(command));
    const target = await callTarget(this.parts.ports, waiting).catch(() => undefined);
    const note: CallNote = { type: 'record.call-settled', data: { refused: refused ?? null } };
    const { position } = await this.note(waiting, note, target, cause.id);
    return { position };
  }

  private async note(
    { application, entity, record, id, call }: WaitingCall,
    note: CallNote,
    target: CallTarget | undefined,
    causationId = id,
  ): Promise<CommandResult> {
    // Another id each time: what another process has noted meanwhile is found by what it says.
    const context = { actor: SYSTEM.id, commandId: uuid(), causationId };
    const owners = target ? peopleInCall(target) : [];
    return this.dispatch(new NoteCall({ application, entity, record, id, call, note, owners, context }));
  }

  private dispatch(command: Command<unknown>): Promise<CommandResult> {
    return sendCommand(this.parts.bus, command);
  }
}

/** Whoever read that it is due may have read what was there before. */
function isDue(events: readonly CallHistoryEvent[], now: string): boolean {
  const last = events.at(-1);
  return last?.type !== 'record.call-failed' || Date.parse(last.data.again) <= Date.parse(now);
}

/** Mails have one way out, which those do not take that nobody wants by mail. */
function hostOf(outgoing: Outgoing): string {
  if ('http' in outgoing) return outgoing.http.address.host;
  return outgoing.mail.to.length === 0 ? 'page' : 'mail';
}

const isWell = (outcome: AttemptOutcome): boolean => 'answered' in outcome || outcome.failed.host !== true;

function failedBy(error: unknown): Failed {
  if (error instanceof CannotBeMade) return { why: error.message, forGood: true };
  if (error instanceof NotSetUp) return { why: error.message };
  throw error;
}
