// POST /-/receive/<application>/<name>: signed messages from outside (section 7, `receive`).
import { Controller, Inject, Param, Post, Req, Res } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CLOCK, type Clock } from '#ports/clock.js';
import { evaluateConsequences } from '#command-handling/calls/call-consequences.js';
import { deriveEventId } from '#command-handling/pipeline/command-digests.js';
import { SYSTEM } from '#domain/permissions.js';
import type { CommandResult } from '#domain/command.js';
import { Refused } from '#domain/refusal.js';
import { FollowUp } from '#domain/record/record-commands.js';
import { RecordRef } from '#domain/stream-names.js';
import { verifySignature, parseSecretKey } from '#command-handling/calls/webhook-signature.js';
import {
  findReceive,
  findRecordForMessage,
  type ReceiveDefinition,
} from '#query-handling/calls/incoming-message-record.js';
import { QUERY_DEPENDENCIES, type QueryDependencies } from '#query-handling/query-dependencies.js';
import { Answers } from '../rendering/answer-kind.js';
import { Public } from '../authorization/authorization.js';
import { sendProblem } from '../errors/problem-json.js';
import { builtInRefusal } from '../built-in-refusal.js';
import { toRequestFailure } from '../errors/request-failure.js';
import { RECEIVE } from '../addresses/system-addresses.js';
import { SECRETS, type Secrets } from './secrets.js';
import { Throttle } from '../shell/throttle.js';
import { ReceivedMessages } from '#command-handling/claims/received-messages.js';
import { Commands } from '../authorization/commands.js';

/** Characters. */
const LONGEST = 256 * 1024;
const LONGEST_ID = 200;
/** Between the clock of the other side and ours; as Standard Webhooks says. */
const TOLERANCE_MS = 5 * 60_000;
/** Of one name, in a minute. */
const MOST = 600;

interface ReceivedMessage {
  readonly id: string;
  readonly body: unknown;
}

/** The sender may not read the record: refusals are reduced to their codes. */
function tellCodesAlone(error: unknown): never {
  if (!(error instanceof Refused)) throw error;
  const words = {
    message: 'The record does not take this message.',
    remedy: 'Whoever may see the record finds on its page what it takes now.',
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

// Messages are authenticated by their signature.
@Public()
@Answers('small')
@Controller(RECEIVE)
export class ReceiveController {
  private readonly throttle = new Throttle({ person: 0, address: MOST });

  constructor(
    @Inject(QUERY_DEPENDENCIES) private readonly sources: QueryDependencies,
    @Inject(CLOCK) private readonly clock: Clock,
    private readonly commands: Commands,
    private readonly messages: ReceivedMessages,
    @Inject(SECRETS) private readonly secretNamed: Secrets,
  ) {}

  /** The same message again is answered the same, and does nothing more. */
  @Post(':application/:name')
  async receive(
    @Param() { application, name }: { readonly application: string; readonly name: string },
    @Req() request: Request,
    @Res() response: Response,
  ): Promise<void> {
    try {
      const found = await findReceive(this.sources, application, name);
      // Verify first: an unsigned request must not reveal whether the receiver exists.
      const message = this.verified(request, found);
      const wait = this.throttle.take('address', `${application}/${name}`);
      if (wait > 0) throw builtInRefusal('TOO_MANY_REQUESTS', { seconds: wait });
      await this.act(found!, message);
      response.status(200).setHeader('Cache-Control', 'no-store').json({ received: message.id });
    } catch (error) {
      const failure = toRequestFailure(error);
      if (failure.unforeseen) throw error;
      sendProblem(response, failure);
    }
  }

  /** Throws `Refused` UNSIGNED. */
  private verified(request: Request, found: ReceiveDefinition | undefined): ReceivedMessage {
    const body = request.signedBody ?? '';
    const [id, at, given] = ['webhook-id', 'webhook-timestamp', 'webhook-signature'].map((name) => {
      const header = request.headers[name];
      return typeof header === 'string' ? header : '';
    }) as [string, string, string];
    const key = parseSecretKey((found && this.secretNamed(found.receive.verify)) ?? '');
    const timestamp = /^\d{1,12}$/.test(at) ? Number(at) : NaN;
    const isNow = Math.abs(timestamp * 1000 - Date.parse(this.clock())) <= TOLERANCE_MS;
    const fits = id !== '' && id.length <= LONGEST_ID && body.length <= LONGEST && isNow;
    if (!key || !fits || !verifySignature(key, { id, timestamp, body }, given))
      throw builtInRefusal('UNSIGNED');
    return { id, body: request.body as unknown };
  }

  /** Throws `Refused`, and what the engines throw. */
  private async act(
    found: ReceiveDefinition,
    { id, body }: ReceivedMessage,
  ): Promise<CommandResult | undefined> {
    const { specification } = found.published;
    const { key, entity, then } = found.receive;
    const record = await findRecordForMessage(this.sources, found, body);
    if (record === undefined) throw builtInRefusal('NOT_FOUND');
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
      .once({ ...on, receive: key, message }, () => this.commands.send(command))
      .catch(tellCodesAlone);
  }
}
