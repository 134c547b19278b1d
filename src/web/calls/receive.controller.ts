// Signed webhooks (section 7 of a specification, `receive`).
import { Body, Controller, Headers, Inject, Param, Post, RawBody } from '@nestjs/common';
import { QueryBus } from '@nestjs/cqrs';
import type { IncomingHttpHeaders } from 'node:http';
import { CLOCK, type Clock } from '#ports/clock.js';
import { evaluateConsequences } from '#command-handling/calls/evaluate-consequences.js';
import { deriveEventId } from '#command-handling/pipeline/command-digests.js';
import { SYSTEM } from '#domain/permissions.js';
import type { CommandResult } from '#domain/command.js';
import { Refused } from '#domain/refusal.js';
import { FollowUp } from '#domain/record/record-commands.js';
import { RecordRef } from '#domain/stream-names.js';
import { verifySignature, parseSecretKey } from '#command-handling/calls/webhook-signature.js';
import {
  FindReceive,
  FindRecordForMessage,
  type ReceiveDefinition,
} from '#query-handling/calls/incoming-message-record.js';
import { Workload } from '../rendering/response-workload.js';
import { Public } from '../authorization/authorization.decorators.js';
import { json, problem, type Answer } from '../rendering/answers.js';
import { createBuiltInRefusal } from '../create-built-in-refusal.js';
import { toRequestFailure } from '../errors/request-failure.js';
import { RECEIVE_PATH } from '../addresses/system-addresses.js';
import { SECRETS, type ReadSecret } from './read-secret.js';
import { Throttle } from '../shell/throttle.js';
import { ReceivedMessageClaims } from '#command-handling/claims/received-message-claims.js';
import { CommandSender } from '../authorization/command-sender.js';

/** Characters. */
const LONGEST = 256 * 1024;
const LONGEST_ID = 200;
/** Allowed clock skew, per Standard Webhooks. */
const TOLERANCE_MS = 5 * 60_000;
/** Messages per receiver and minute. */
const MOST = 600;

interface SentMessage {
  readonly headers: IncomingHttpHeaders;
  /** Raw body, which the signature covers. */
  readonly signed: string | undefined;
  readonly body: unknown;
}

interface ReceivedMessage {
  readonly id: string;
  readonly body: unknown;
}

/** The sender may not read the record, so refusals are reduced to their codes. */
function throwCodesOnly(error: unknown): never {
  if (!(error instanceof Refused)) throw error;
  const words = {
    message: 'The record does not take this message.',
    remedy: 'The record’s page shows people with access what can be done now.',
    fields: [],
  };
  throw new Refused(
    error.reasons.map(({ code, kind, declaredStatus }) => ({
      code,
      kind,
      ...words,
      ...(declaredStatus !== undefined && { declaredStatus }),
    })),
  );
}

@Workload('small')
@Controller(RECEIVE_PATH)
export class ReceiveController {
  private readonly throttle = new Throttle({ person: 0, address: MOST });

  constructor(
    private readonly queries: QueryBus,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commands: CommandSender,
    private readonly messages: ReceivedMessageClaims,
    @Inject(SECRETS) private readonly secretNamed: ReadSecret,
  ) {}

  /** Authenticated by its signature. Idempotent: a repeated message gets the same response. */
  @Post(':application/:name')
  @Public()
  async receive(
    @Param() { application, name }: { readonly application: string; readonly name: string },
    @Headers() headers: IncomingHttpHeaders,
    @RawBody() signed: string | undefined,
    @Body() body: unknown,
  ): Promise<Answer> {
    try {
      const found = await this.queries.execute(new FindReceive(application, name));
      // Verify first: an unsigned request must not reveal whether the receiver exists.
      const message = this.verified({ headers, signed, body }, found);
      const wait = this.throttle.take('address', `${application}/${name}`);
      if (wait > 0) throw createBuiltInRefusal('TOO_MANY_REQUESTS', { seconds: wait });
      await this.act(found!, message);
      return json({ received: message.id }, { status: 200 });
    } catch (error) {
      const failure = toRequestFailure(error);
      if (failure.unforeseen) throw error;
      return problem(failure);
    }
  }

  /** Throws `Refused` UNSIGNED. */
  private verified(
    { headers, signed = '', body }: SentMessage,
    found: ReceiveDefinition | undefined,
  ): ReceivedMessage {
    const [id, at, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
      const header = headers[name];
      return typeof header === 'string' ? header : '';
    }) as [string, string, string];
    const key = parseSecretKey((found && this.secretNamed(found.receive.verify)) ?? '');
    const timestamp = /^\d{1,12}$/.test(at) ? Number(at) : NaN;
    const isNow = Math.abs(timestamp * 1000 - Date.parse(this.clock())) <= TOLERANCE_MS;
    const fits = id !== '' && id.length <= LONGEST_ID && signed.length <= LONGEST && isNow;
    if (!key || !fits || !verifySignature(key, { id, timestamp, body: signed }, given))
      throw createBuiltInRefusal('UNSIGNED');
    return { id, body };
  }

  /** Throws `Refused` and the engines' errors. */
  private async act(
    found: ReceiveDefinition,
    { id, body }: ReceivedMessage,
  ): Promise<CommandResult | undefined> {
    const { specification } = found.published;
    const { key, entity, then } = found.receive;
    const record = await this.queries.execute(new FindRecordForMessage(found, body));
    if (record === undefined) throw createBuiltInRefusal('NOT_FOUND');
    const on = { application: specification.key, entity, id: record.id };
    const stream = RecordRef.of(on).name;
    const message = deriveEventId(id, `${specification.key}.${key}`, 1, '');
    const { set, action } = evaluateConsequences(then, { body, now: this.clock() });
    const command = new FollowUp({
      ...on,
      input: set ?? {},
      action,
      reason: `“${key}” was received from outside.`,
      context: {
        actor: SYSTEM.id,
        commandId: deriveEventId(message, stream, 1, ''),
        correlationId: message,
        causationId: message,
      },
    });
    return this.messages
      .processOnce({ ...on, receive: key, message }, () => this.commands.send(command))
      .catch(throwCodesOnly);
  }
}
