// Appends that share one call with the small EventStoreDB: answered one by one; what it cannot answer ends the call for all of them.
import type { ServerDuplexStream } from '@grpc/grpc-js';
import type messages from '@kurrent/kurrentdb-client/generated/kurrentdb/protocols/v1/streams_pb.js';
import { setTimeout as pause } from 'node:timers/promises';
import {
  accessDenied,
  answerTo,
  expectedRevision,
  notReady,
  proposed,
  streamName,
  tooLarge,
} from './append-messages.js';
import type { ProposedEvent } from './log.js';
import { mustLead, refuseStrangers, SLOW, type Service } from './service.js';

export type AppendCall = ServerDuplexStream<messages.BatchAppendReq, messages.BatchAppendResp>;

/** What has come of one append so far: it may come in several messages. */
interface Begun {
  readonly options: messages.BatchAppendReq.Options;
  readonly events: ProposedEvent[];
}

export async function answerAppends(service: Service, call: AppendCall): Promise<void> {
  refuseStrangers(service, call.metadata);
  const begun = new Map<string, Begun>();
  // A call that is destroyed where this throws could not say any more why it ends.
  const requests: AsyncIterable<messages.BatchAppendReq> = call.iterator({ destroyOnReturn: false });
  for await (const request of requests) {
    const correlation = request.getCorrelationId()!;
    const id = correlation.getString();
    const options = request.getOptions();
    if (options) begun.set(id, { options, events: [] });
    const one = begun.get(id);
    if (!one) continue;
    one.events.push(...request.getProposedMessagesList().map(proposed));
    if (!request.getIsFinal()) continue;
    begun.delete(id);
    mustLead(service, call.metadata);
    void answerOne(service, one).then((answer) => answer && call.write(answer.setCorrelationId(correlation)));
  }
  call.end();
}

/** Undefined: never answered. */
async function answerOne(
  { access, faults, log, maxAppendSize, cut }: Service,
  { options, events }: Begun,
): Promise<messages.BatchAppendResp | undefined> {
  const stream = streamName(options.getStreamIdentifier());
  if (!access.may('write', stream)) return accessDenied();
  if (sizeOf(events) > maxAppendSize) return tooLarge(maxAppendSize);
  if (faults.take('cut mid-stream')) return void cut();
  if (faults.take('deadline')) return undefined;
  if (faults.take('not ready')) return notReady();
  if (faults.take('slow')) await pause(SLOW);
  const outcome = log.append(stream, events, expectedRevision(options));
  if (faults.take('deadline after the append')) return undefined;
  if (faults.take('answer lost')) return void cut();
  const answer = answerTo(outcome, stream);
  if (faults.take('place left out')) answer.getSuccess()?.clearPosition();
  return answer;
}

/** As the real one does: metadata do not count. */
const sizeOf = (events: readonly ProposedEvent[]): number =>
  events.reduce((size, { data }) => size + data.length, 0);
